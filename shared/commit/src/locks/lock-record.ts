import { randomBytes } from 'node:crypto';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

const RECORD = /^(\d+\.[^ .]+\.[^ .]+) ([^ ]*) ([^ ]*) (.*)$/;

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

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined when the text is no record. */
export function parseRecord(text: string): LockRecord | undefined {
  const [, owner = '', token = '', encodedRun = '', escapedPath = ''] = RECORD.exec(text) ?? [];
  const [runId, path] = [decode(encodedRun), decode(escapedPath)];
  if (!owner || runId === undefined || path === undefined) return undefined;
  return { owner, token, runId, path };
}
