import { renameSync, rmSync } from 'node:fs';
import { createRecord, isAbandoned, type LockRecord, newRecord, readRecord } from './lock-record.ts';

/**
 * Replaces the record of a dead owner. Takers of one dead record exclude each other by a lock named after its token,
 * and only who holds that lock may replace that record: so nobody can remove the lock of a taker who was faster.
 * @returns False when another taker was faster, or is at work.
 */
export function takeOver(lock: string, dead: LockRecord, mine: LockRecord): boolean {
  const guard = `${lock}.${dead.token}`;
  if (!takeGuard(guard, newRecord(mine.runId, ''))) return false;
  try {
    if (readRecord(lock)?.token !== dead.token) return false;
    const next = `${lock}.${mine.token}.next`;
    createRecord(next, mine);
    renameSync(next, lock);
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function takeGuard(guard: string, mine: LockRecord): boolean {
  if (createRecord(guard, mine)) return true;
  const holder = readRecord(guard);
  return holder !== undefined && isAbandoned(guard, holder.owner) && takeOver(guard, holder, mine);
}
