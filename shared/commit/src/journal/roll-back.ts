import { rmSync } from 'node:fs';
import { removeParents } from '../write/parents.ts';
import type { Entry, Intent } from './intent.ts';
import type { Journal } from './journal.ts';
import { restore } from './restore.ts';

/** The entry with paths that stay in its directory; undefined where nothing was changed. */
export type PlaceEntry = (entry: Entry) => Entry | undefined;

interface RollBackResult {
  /** Files that are neither old nor new, so that they were left. */
  left: string[];
  /** Files that could not be restored, and why; then the journal stays for the next recovery. */
  failed: { file: string; error: unknown }[];
}

async function restoreInto(
  result: RollBackResult,
  journal: Journal,
  number: number,
  { entry, place }: { entry: Entry; place: PlaceEntry },
): Promise<void> {
  try {
    const placed = place(entry);
    if (!placed) return;
    rmSync(placed.temporary, { force: true });
    if (!(await restore(journal, number, placed))) result.left.push(entry.target);
  } catch (error) {
    result.failed.push({ file: entry.target, error });
  }
}

/** Makes all files of a journal what they were, and ends it. */
export async function rollBack(
  journal: Journal,
  { entries, parents }: Intent,
  place: PlaceEntry,
): Promise<RollBackResult> {
  const result: RollBackResult = { left: [], failed: [] };
  for (const [number, entry] of [...entries.entries()].reverse())
    await restoreInto(result, journal, number, { entry, place });
  removeParents(parents);
  if (result.failed.length === 0) journal.remove();
  return result;
}
