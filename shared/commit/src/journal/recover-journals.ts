import { realpathSync } from 'node:fs';
import path from 'node:path';
import { sweepLocks } from '../locks/sweep-locks.ts';
import { unlessMissing } from '../system-calls.ts';
import { abandonedJournals, endAbandoned, type RecoveryReport } from './end-abandoned.ts';
import type { Journal } from './journal.ts';

export interface RecoveryOptions {
  stateDir: string;
  /** Only changes that touch a file in one of these directories are ended. */
  roots: readonly string[];
}

function isInside(roots: readonly string[], file: string): boolean {
  return roots.some((root) => {
    const way = path.relative(root, file);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  });
}

/** A journal without an intent touched nothing, so that anyone may end it. */
function concerns(journal: Journal, inRoots: (file: string) => boolean): boolean {
  return journal.readIntent()?.entries.some(({ target }) => inRoots(target)) ?? true;
}

/**
 * Ends the changes of dead processes: every file of each is wholly old or wholly new afterwards, and their temporary
 * files are gone.
 */
export async function recoverJournals({ stateDir, roots }: RecoveryOptions): Promise<RecoveryReport[]> {
  const realRoots = roots.map((root) => unlessMissing(() => realpathSync.native(root)) ?? path.resolve(root));
  const inRoots = (file: string) => isInside(realRoots, file);
  const reports: RecoveryReport[] = [];
  for (const journal of abandonedJournals(stateDir)) {
    const report = concerns(journal, inRoots) ? await endAbandoned(journal, stateDir) : undefined;
    if (report) reports.push(report);
  }
  sweepLocks(stateDir, inRoots);
  return reports;
}
