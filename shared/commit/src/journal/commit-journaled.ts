import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import { ownIdentity } from '../locks/process-identity.ts';
import { journalsDirectory } from '../state-directories.ts';
import type { IndexLine } from '../write/before-images.ts';
import { makeParents, missingParents } from '../write/parents.ts';
import type { Step, WriteContext } from '../write/step.ts';
import { entryOf } from './entry-of.ts';
import type { Intent } from './intent.ts';
import { Journal } from './journal.ts';
import { JournaledSteps } from './journaled-steps.ts';
import { rollBack } from './roll-back.ts';

function parentsOf(steps: readonly Step[]): string[] {
  const puts = steps.filter((step) => step.kind === 'put' && !step.current);
  return [...new Set(puts.flatMap(({ target }) => missingParents(target)))];
}

function newJournal(stateDir: string): Journal {
  const id = `${ownIdentity()}.${randomBytes(8).toString('hex')}`;
  return new Journal(path.join(journalsDirectory(stateDir), id));
}

async function applyAll(journal: Journal, steps: JournaledSteps, intent: Intent): Promise<void> {
  await steps.keepBefore();
  await journal.declare(intent);
  makeParents(intent.parents);
  await steps.prepare();
  await steps.apply();
  await journal.commit();
}

/** What failed first; what could not be rolled back is said, too. */
async function failureAfterRollBack(error: unknown, journal: Journal, intent: Intent): Promise<unknown> {
  const { left, failed } = await rollBack(journal, intent);
  if (failed.length > 0) {
    const errors = [error, ...failed.map((failure) => failure.error)];
    return new AggregateError(errors, 'A change of several files was not undone');
  }
  if (left.length === 0 || !(error instanceof ToolError)) return error;
  const names = left.map((file) => `"${file}"`).join(', ');
  return new ToolError(error.code, `${error.message}; ${names} changed meanwhile and is left as it is`, {
    cause: error,
  });
}

/** Does all steps or none; a crash at any moment leaves a journal that `recoverJournals` ends. */
export async function commitJournaled(
  steps: readonly Step[],
  changes: readonly IndexLine[],
  { stateDir, runId }: WriteContext,
): Promise<void> {
  const journal = newJournal(stateDir);
  const intent = { runId, entries: steps.map(entryOf), parents: parentsOf(steps), changes: [...changes] };
  journal.create();
  try {
    await applyAll(journal, new JournaledSteps(steps, journal), intent);
  } catch (error) {
    throw await failureAfterRollBack(error, journal, intent);
  }
  journal.finish(stateDir, intent);
}
