import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { locksDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { isAbandoned, isAbandonedLock } from './abandoned.ts';
import { readEntry } from './lock-entry.ts';
import { newRecord } from './lock-record.ts';
import { identityOf, listOwnerFiles } from './owner-file.ts';
import { takeOver } from './take-over.ts';

/** A lock, and the guards of who takes it over; whatever else is there is not ours. */
const LOCK_NAME = /^[0-9a-f]{32}(?:\.|$)/;

function sweepLock(lock: string, stateDir: string, concerns: (file: string) => boolean): void {
  const holder = readEntry(lock);
  if (
    !holder ||
    holder === 'foreign' ||
    (holder.path && !concerns(holder.path)) ||
    !isAbandonedLock(lock, holder)
  )
    return;
  const mine = newRecord(holder.runId, holder.path);
  if (takeOver(lock, holder, mine, stateDir)) rmSync(lock, { force: true });
}

/** One that still is a lock stays, as its name says whose lock that is. */
function sweepOwnerFile(file: string): void {
  const names = unlessMissing(() => lstatSync(file).nlink);
  if (names === 1 && isAbandoned(file, identityOf(file))) rmSync(file, { force: true });
}

/** Removes the locks of dead owners, and what their writes left beside the files that `concerns` names. */
export function sweepLocks(stateDir: string, concerns: (file: string) => boolean): void {
  const directory = locksDirectory(stateDir);
  for (const name of unlessMissing(() => readdirSync(directory)) ?? []) {
    if (LOCK_NAME.test(name)) sweepLock(path.join(directory, name), stateDir, concerns);
  }
  for (const file of listOwnerFiles(directory)) sweepOwnerFile(file);
}
