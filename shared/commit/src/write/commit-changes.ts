import { type Change, explainSystemError } from '@cusp/protocol';
import { commitJournaled } from '../journal/commit-journaled.ts';
import { withFileLocks } from '../journal/with-file-locks.ts';
import type { HeldLocks, LockOptions } from '../locks/held-locks.ts';
import { cancelled } from '../locks/patience.ts';
import { BeforeImages, type IndexLine } from './before-images.ts';
import { Bookkeeping } from './bookkeeping.ts';
import { type CheckFile, type PlannedSteps, planSteps } from './plan-steps.ts';
import type { PlannedChange } from './planned-change.ts';
import { putDirectly } from './put-directly.ts';
import { removeDirectly } from './remove-directly.ts';
import type { Step, WriteContext } from './step.ts';

export interface CommitOptions extends LockOptions {
  /** Whether one file, too, must be on the disk before the call returns; several files always are. */
  fsync?: boolean | undefined;
  /** The locks of the `withFileLocks` that this call is made in; without it they are taken here. */
  held?: HeldLocks | undefined;
  check?: CheckFile | undefined;
}

function changeOf({ change, hashBefore, hashAfter }: PlannedSteps): Change {
  const { path } = change;
  if (change.kind === 'move') return { path, kind: 'move', from: change.from, hashBefore, hashAfter };
  if (change.kind === 'delete') return { path, kind: 'delete', hashBefore, hashAfter };
  return { path, kind: hashBefore === null ? 'create' : 'modify', hashBefore, hashAfter };
}

function indexLineOf(planned: PlannedSteps): IndexLine {
  const line: IndexLine = changeOf(planned);
  for (const step of planned.steps) {
    if (step.kind === 'remove' && step.link !== undefined) line.link = step.link;
    if (step.kind === 'put' && line.kind === 'move' && step.current) line.hashOverwritten = step.current.hash;
  }
  return line;
}

async function doDirectly(step: Step, books: Bookkeeping, fsync: boolean): Promise<boolean> {
  try {
    if (step.kind === 'put') return await putDirectly(step, books, fsync);
    await removeDirectly(step, books, fsync);
    return true;
  } catch (error) {
    throw explainSystemError(`${step.kind === 'put' ? 'write' : 'remove'} "${step.shown}"`, error);
  }
}

async function doSteps(planned: readonly PlannedSteps[], context: WriteContext): Promise<void> {
  const [first, ...rest] = planned.flatMap(({ steps }) => steps);
  if (!first) return;
  const lines = planned.map(indexLineOf);
  const books = new Bookkeeping(new BeforeImages(context.stateDir, context.runId), lines);
  const done = rest.length === 0 && (await doDirectly(first, books, context.fsync));
  if (!done) await commitJournaled([first, ...rest], lines, context);
}

async function commitUnderLocks(changes: readonly PlannedChange[], held: HeldLocks, options: CommitOptions) {
  const planned = await planSteps(changes, { held, check: options.check });
  if (options.signal?.aborted) throw cancelled(changes[0]?.path ?? '');
  const { stateDir, runId, fsync = false } = options;
  if (fsync) await held.flush();
  await doSteps(planned, { stateDir, runId, fsync });
  return planned.map(changeOf);
}

/**
 * Changes one file atomically, or several all or none, and keeps what they were under the run's state.
 * Exactly the directories that the paths name are written, even when they are replaced by links meanwhile.
 * @throws ToolError `changed`, `not_found` or `already_exists` when a file is not what the caller expects; whatever
 * fails, every file is as it was.
 */
export async function commitChanges(
  changes: readonly PlannedChange[],
  options: CommitOptions,
): Promise<Change[]> {
  if (options.held) return await commitUnderLocks(changes, options.held, options);
  const paths = changes.flatMap((change) =>
    change.kind === 'move' ? [change.from, change.path] : [change.path],
  );
  return await withFileLocks(paths, options, (held) => commitUnderLocks(changes, held, options));
}
