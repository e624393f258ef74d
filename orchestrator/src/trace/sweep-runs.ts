import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runDirectory } from '@cusp/protocol';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long the state of a run is kept when nobody says otherwise. */
export const KEEP_DAYS = 30;

/**
 * Removes the state of runs that nothing was written to for `keepDays`: traces, artifacts, before-images.
 * @returns The ids of the removed runs.
 */
export function sweepRuns(stateDir: string, keepDays: number, now = Date.now()): string[] {
  const directory = runDirectory(stateDir, '');
  if (!statSync(directory, { throwIfNoEntry: false })) return [];
  const old = readdirSync(directory).filter(
    (id) => now - lastWritten(path.join(directory, id)) > keepDays * DAY_MS,
  );
  for (const id of old) rmSync(path.join(directory, id), { recursive: true, force: true });
  return old;
}

/** Sweeps when the last sweep was more than a day ago. */
export function sweepDaily(stateDir: string): void {
  const marker = path.join(stateDir, 'swept');
  const last = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - last < DAY_MS) return;
  writeFileSync(marker, '', { mode: 0o600 });
  sweepRuns(stateDir, KEEP_DAYS);
}

function lastWritten(run: string): number {
  const folders = [
    run,
    ...readdirSync(run, { withFileTypes: true }).flatMap((entry) => path.join(run, entry.name)),
  ];
  return Math.max(...folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
