import { randomBytes } from 'node:crypto';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** What a lock says of its owner. */
export interface LockRecord {
  owner: ProcessIdentity;
  /** Of this one taking of the lock; never used twice. Empty where the lock's line was lost with the system. */
  token: string;
  runId: string;
  /** The file that is written under the lock. */
  path: string;
}

export function newRecord(runId: string, path: string): LockRecord {
  return { owner: ownIdentity(), token: randomBytes(8).toString('hex'), runId, path };
}

/** In one line. */
export function formatRecord({ owner, token, runId, path }: LockRecord): string {
  const escaped = path.replaceAll('%', '%25').replaceAll('\n', '%0A');
  return `${owner} ${token} ${encodeURIComponent(runId)} ${escaped}`;
}

export function parseRecord(text: string): LockRecord {
  const [owner = '', token = '', runId = '', ...path] = text.split(' ');
  return { owner, token, runId: decodeURIComponent(runId), path: decodeURIComponent(path.join(' ')) };
}
