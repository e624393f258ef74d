import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAbandonedLock } from './abandoned.ts';
import { cleanUpAfter } from './clean-up.ts';
import { createLock, readLock } from './lock-entry.ts';
import { type LockRecord, newRecord } from './lock-record.ts';

/**
 * Removes what a dead owner left, and replaces its lock. Takers of one dead lock exclude each other by a lock named after its token, and
 * only who holds that may replace the dead one: so nobody can remove the lock of a taker who was faster.
 * @returns False when another taker was faster, or is at work.
 */
export function takeOver(lock: string, dead: LockRecord, mine: LockRecord, stateDir: string): boolean {
  const guard = `${lock}.${dead.token}`;
  if (!takeGuard(guard, newRecord(mine.runId, ''), stateDir)) return false;
  try {
    if (!isHeldBy(lock, dead)) return false;
    cleanUpAfter(stateDir, dead);
    const next = `${lock}.${mine.token}.next`;
    createLock(next, mine, path.basename(lock));
    renameSync(next, lock);
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function isHeldBy(lock: string, { owner, token }: LockRecord): boolean {
  const holder = readLock(lock);
  return holder?.token === token && holder.owner === owner;
}

function takeGuard(guard: string, mine: LockRecord, stateDir: string): boolean {
  if (createLock(guard, mine)) return true;
  const holder = readLock(guard);
  return holder !== undefined && isAbandonedLock(guard, holder) && takeOver(guard, holder, mine, stateDir);
}
