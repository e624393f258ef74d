import { randomBytes } from 'node:crypto';
import { lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import { unlessError, unlessMissing } from '../system-calls.ts';
import { ownIdentity, type ProcessIdentity, processState } from './process-identity.ts';

/**
 * What a lock says of its owner. A lock is a symbolic link whose text is the record, so that it comes to be with its
 * content in one step.
 */
export interface LockRecord {
  owner: ProcessIdentity;
  /** Of this one taking of the lock; never used twice. */
  token: string;
  runId: string;
  /** The file that is written under the lock. */
  path: string;
}

/** Longer link texts are refused by Linux. */
const LONGEST_RECORD = 4000;
/** No lock is held this long; only then is an owner on another machine taken for dead. */
const LONGEST_UNKNOWN_MS = 600_000;

export function newRecord(runId: string, path: string): LockRecord {
  return { owner: ownIdentity(), token: randomBytes(8).toString('hex'), runId, path };
}

function format({ owner, token, runId, path }: LockRecord): string {
  const head = `${owner} ${token} ${encodeURIComponent(runId)} `;
  return Buffer.byteLength(head + path) > LONGEST_RECORD ? head : head + path;
}

function parse(text: string): LockRecord {
  const [owner = '', token = '', runId = '', ...path] = text.split(' ');
  return { owner, token, runId: decodeURIComponent(runId), path: path.join(' ') };
}

export function readRecord(lock: string): LockRecord | undefined {
  const text = unlessMissing(() => readlinkSync(lock));
  return text === undefined ? undefined : parse(text);
}

/** True when the lock was free and is now ours. */
export function createRecord(lock: string, record: LockRecord): boolean {
  return unlessError(['EEXIST'], () => symlinkSync(format(record), lock) ?? true) ?? false;
}

/** Whether the owner of that file in the state directory is gone. */
export function isAbandoned(file: string, owner: ProcessIdentity): boolean {
  const state = processState(owner);
  if (state !== 'unknown') return state === 'dead';
  const since = unlessMissing(() => lstatSync(file).mtimeMs) ?? Date.now();
  return Date.now() - since > LONGEST_UNKNOWN_MS;
}
