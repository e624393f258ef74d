import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isAbandoned } from '../locks/abandoned.ts';
import { withLocks } from '../locks/held-locks.ts';
import { PinnedDirectories } from '../paths/pinned-directories.ts';
import { journalsDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { BeforeImages } from '../write/before-images.ts';
import type { Intent } from './intent.ts';
import { isJournalName, Journal } from './journal.ts';
import { type PlaceEntry, rollBack } from './roll-back.ts';

/** What became of a change that its writer did not end. */
export interface RecoveryReport {
  id: string;
  outcome: 'completed' | 'rolled_back';
  /** All files of the change, by real path. */
  files: string[];
  /** Those that are neither old nor new: someone changed them since, so they were left. */
  left: string[];
  /** Those that could not be restored, and why; the next recovery tries again. */
  failed: { file: string; error: unknown }[];
}

/** The journals of dead processes. */
export function abandonedJournals(stateDir: string): Journal[] {
  const directory = journalsDirectory(stateDir);
  // Asking first costs less than the error of a directory that mostly is missing.
  if (!existsSync(directory)) return [];
  const names = unlessMissing(() => readdirSync(directory)) ?? [];
  const journals = names.filter(isJournalName).map((name) => new Journal(path.join(directory, name)));
  return journals.filter((journal) => isAbandoned(journal.directory, journal.owner));
}

async function endChange(journal: Journal, intent: Intent, stateDir: string): Promise<RecoveryReport> {
  const files = intent.entries.map(({ target }) => target);
  if (journal.isCommitted) {
    journal.finish(stateDir, intent);
    return { id: journal.id, outcome: 'completed', files, left: [], failed: [] };
  }
  const places = new PinnedDirectories();
  // Where the directory is gone, so are the files.
  const place: PlaceEntry = (entry) => unlessMissing(() => places.place(entry)) ?? entry;
  const { left, failed } = await rollBack(journal, intent, place).finally(() => places.close());
  new BeforeImages(stateDir, intent.runId).recordUndone(intent.changes);
  return { id: journal.id, outcome: 'rolled_back', files, left, failed };
}

/** Ends one change of a dead process, by rolling it back unless it was committed; undefined when nothing was to do. */
export async function endAbandoned(journal: Journal, stateDir: string): Promise<RecoveryReport | undefined> {
  const found = journal.readIntent();
  if (!found) {
    journal.remove();
    return undefined;
  }
  const files = found.entries.map(({ target }) => target);
  return await withLocks(files, { stateDir, runId: found.runId }, async () => {
    // Another run may have recovered it while this one waited.
    const intent = journal.readIntent();
    return intent && (await endChange(journal, intent, stateDir));
  });
}
