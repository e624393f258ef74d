import { lstatSync } from 'node:fs';
import { unlessMissing } from '../system-calls.ts';
import type { LockRecord } from './lock-record.ts';
import { type ProcessIdentity, processState } from './process-identity.ts';

/** No lock is held this long; only then is an owner on another machine taken for dead. */
export const LONGEST_UNKNOWN_MS = 600_000;

/** Whether the owner of that file in the state directory is gone; `stamp` is the last that was seen of it. */
export function isAbandoned(
  file: string,
  owner: ProcessIdentity,
  stamp: 'mtimeMs' | 'ctimeMs' = 'mtimeMs',
): boolean {
  const state = processState(owner);
  if (state !== 'unknown') return state === 'dead';
  const since = unlessMissing(() => lstatSync(file)[stamp]) ?? Date.now();
  return Date.now() - since > LONGEST_UNKNOWN_MS;
}

/** A line that has not come from another machine yet has not moved the time of the last change either. */
export function isAbandonedLock(lock: string, { owner, token }: LockRecord): boolean {
  return isAbandoned(lock, owner, token === '' ? 'ctimeMs' : 'mtimeMs');
}
