import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { explainSystemError, ToolError } from '@cusp/protocol';
import { ownIdentity } from '../locks/process-identity.ts';
import { PinnedDirectories } from '../paths/pinned-directories.ts';
import { journalsDirectory } from '../state-directories.ts';
import { BeforeImages, type IndexLine } from '../write/before-images.ts';
import { Bookkeeping } from '../write/bookkeeping.ts';
import { NewDirectories } from '../write/new-directories.ts';
import { missingParents } from '../write/parents.ts';
import type { Step, WriteContext } from '../write/step.ts';
import { entryOf } from './entry-of.ts';
import type { Intent } from './intent.ts';
import { Journal } from './journal.ts';
import { JournaledSteps } from './journaled-steps.ts';
import { rollBack } from './roll-back.ts';

/** One change of several files while it is made. */
interface Undertaking {
  journal: Journal;
  intent: Intent;
  steps: JournaledSteps;
  places: PinnedDirectories;
  parents: NewDirectories;
  books: Bookkeeping;
}

function parentsOf(steps: readonly Step[]): string[] {
  const puts = steps.filter((step) => step.kind === 'put' && !step.current);
  return [...new Set(puts.flatMap(({ file }) => missingParents(file)))];
}

function begin(steps: readonly Step[], changes: readonly IndexLine[], context: WriteContext): Undertaking {
  const { stateDir, runId } = context;
  const id = `${ownIdentity()}.${randomBytes(8).toString('hex')}`;
  const journal = new Journal(path.join(journalsDirectory(stateDir), id));
  const places = new PinnedDirectories();
  return {
    journal,
    intent: { runId, entries: steps.map(entryOf), parents: parentsOf(steps), changes: [...changes] },
    steps: new JournaledSteps(steps, journal, places),
    places,
    parents: new NewDirectories(),
    books: new Bookkeeping(new BeforeImages(stateDir, runId), changes),
  };
}

async function applyAll({ journal, intent, steps, parents, books }: Undertaking): Promise<void> {
  await steps.keepBefore();
  await journal.declare(intent);
  parents.make(intent.parents);
  await steps.prepare();
  await books.recordDurably();
  await steps.apply();
  await journal.commit();
}

/** What failed first; what could not be rolled back is said, too. */
async function failureAfterRollBack(error: unknown, undertaking: Undertaking): Promise<unknown> {
  const { journal, intent, places, parents, books } = undertaking;
  const { left, failed } = await rollBack(journal, intent, (entry) => places.placeAgain(entry));
  parents.remove();
  books.takeBack();
  const notes = [
    ...left.map((file) => `"${file}" changed meanwhile and is left as it is`),
    ...failed.map(({ file }) => `"${file}" could not be restored, which the next start tries again`),
  ];
  if (notes.length === 0) return error;
  const cause = new AggregateError([error, ...failed.map((failure) => failure.error)]);
  return error instanceof ToolError ? withNotes(error, notes, cause) : cause;
}

function withNotes(error: ToolError, notes: readonly string[], cause: unknown): ToolError {
  const hint = error.hint ? { hint: error.hint } : {};
  return new ToolError(error.code, [error.message, ...notes].join('; '), { ...hint, cause });
}

function finish({ journal, intent }: Undertaking, stateDir: string): void {
  try {
    journal.finish(stateDir, intent);
  } catch {
    // The change is made, and said to be: a recovery ends the journal once this process is gone.
  }
}

/** Does all steps or none; a crash at any moment leaves a journal that `recoverJournals` ends. */
export async function commitJournaled(
  steps: readonly Step[],
  changes: readonly IndexLine[],
  context: WriteContext,
): Promise<void> {
  const undertaking = begin(steps, changes, context);
  const { journal, places, parents } = undertaking;
  const explained = (error: unknown) => explainSystemError(`write the journal "${journal.directory}"`, error);
  try {
    journal.create();
  } catch (error) {
    throw explained(error);
  }
  try {
    await applyAll(undertaking);
  } catch (error) {
    throw await failureAfterRollBack(explained(error), undertaking);
  } finally {
    parents.close();
    places.close();
  }
  finish(undertaking, context.stateDir);
}
