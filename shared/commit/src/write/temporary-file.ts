import { closeSync, fchmodSync, fchownSync, fstatSync, openSync, rmSync, type Stats } from 'node:fs';
import { unlessError } from '../system-calls.ts';
import type { PutStep } from './step.ts';
import { flush, writeBytes } from './write-bytes.ts';

const PERMISSION_BITS = 0o7777;
const PLAIN_PERMISSION_BITS = 0o777;
/** What says that a directory takes no new file. */
const NO_NEW_FILE = ['EACCES', 'EPERM', 'EROFS'];

class OwnerNotKept extends Error {}

/** What it is made with: no more than the old file allows, whoever its owner and group are until they are given. */
function firstMode({ mode }: Stats): number {
  const [group, others] = [(mode >> 3) & 0o7, mode & 0o7];
  return (group & ~others) === 0 ? mode & PLAIN_PERMISSION_BITS : 0o600;
}

/** The owner first: to change it clears the set-user-id bit. */
function giveModeAndOwner(descriptor: number, like: Stats, mustKeepOwner: boolean): void {
  const made = fstatSync(descriptor);
  const sameOwner = made.uid === like.uid && made.gid === like.gid;
  const kept = sameOwner || unlessError(['EPERM'], () => fchownSync(descriptor, like.uid, like.gid) ?? true);
  if (!kept && mustKeepOwner) throw new OwnerNotKept();
  const mode = like.mode & (kept ? PERMISSION_BITS : PLAIN_PERMISSION_BITS);
  if (mode !== (made.mode & PERMISSION_BITS)) fchmodSync(descriptor, mode);
}

async function fill(descriptor: number, { bytes, like, current }: PutStep, fsync: boolean): Promise<void> {
  try {
    if (like) giveModeAndOwner(descriptor, like, current !== undefined);
    await writeBytes(descriptor, bytes);
    if (fsync) await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function open({ temporary, like, current }: PutStep): number | undefined {
  const create = () => openSync(temporary, 'wx', like ? firstMode(like) : 0o666);
  return current ? unlessError(NO_NEW_FILE, create) : create();
}

/**
 * Writes the new content beside the file, with its mode and owner.
 * @returns False when that cannot be, so that the existing file has to be written in place.
 */
export async function createTemporary(step: PutStep, fsync: boolean): Promise<boolean> {
  const descriptor = open(step);
  if (descriptor === undefined) return false;
  try {
    await fill(descriptor, step, fsync);
    return true;
  } catch (error) {
    rmSync(step.temporary, { force: true });
    if (error instanceof OwnerNotKept) return false;
    throw error;
  }
}
