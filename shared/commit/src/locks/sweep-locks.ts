import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { locksDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { cleanUpAfter } from './clean-up.ts';
import { isAbandoned, newRecord, readRecord } from './lock-record.ts';
import { takeOver } from './take-over.ts';

function sweepLock(lock: string, stateDir: string, concerns: (file: string) => boolean): void {
  const holder = readRecord(lock);
  if (!holder || (holder.path && !concerns(holder.path)) || !isAbandoned(lock, holder.owner)) return;
  if (!takeOver(lock, holder, newRecord(holder.runId, holder.path))) return;
  cleanUpAfter(stateDir, holder);
  rmSync(lock, { force: true });
}

/** Removes the locks of dead owners, and what their writes left beside the files that `concerns` names. */
export function sweepLocks(stateDir: string, concerns: (file: string) => boolean): void {
  const directory = locksDirectory(stateDir);
  for (const name of unlessMissing(() => readdirSync(directory)) ?? []) {
    sweepLock(path.join(directory, name), stateDir, concerns);
  }
}
