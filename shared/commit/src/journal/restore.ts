import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { unlessError, unlessMissing } from '../system-calls.ts';
import { hashFile } from '../write/file-state.ts';
import { copyWhole } from '../write/link-or-copy.ts';
import { isHalfWritten, writeInPlace } from '../write/write-in-place.ts';
import type { Entry } from './intent.ts';
import type { Journal } from './journal.ts';

const PERMISSION_BITS = 0o7777;

async function currentHash({ target, link }: Entry): Promise<string | null> {
  const stat = unlessMissing(() => lstatSync(target));
  if (!stat) return null;
  if (link !== undefined || !stat.isFile()) return '';
  return await hashFile(target, stat.size);
}

function isOurs(hash: string | null, { target, hashAfter }: Entry, before: string, after: string): boolean {
  if (hash === hashAfter) return true;
  if (!hash || !existsSync(after)) return false;
  return isHalfWritten(readFileSync(target), readFileSync(before), readFileSync(after));
}

/** A link that kept the old file brings back its mode and owner by itself. */
function giveModeAndOwner(file: string, { mode, uid, gid }: Entry): void {
  const stat = statSync(file);
  if (stat.uid !== uid || stat.gid !== gid) unlessError(['EPERM'], () => chownSync(file, uid, gid));
  if ((stat.mode & PERMISSION_BITS) !== mode) chmodSync(file, mode);
}

async function bringBack(before: string, entry: Entry): Promise<void> {
  const moved = unlessError(['EXDEV', 'EBUSY'], () => renameSync(before, entry.target) ?? true);
  if (!moved) {
    await copyWhole(before, entry.temporary, statSync(before).size);
    renameSync(entry.temporary, entry.target);
  }
  giveModeAndOwner(entry.target, entry);
}

async function restoreContent(journal: Journal, number: number, entry: Entry): Promise<void> {
  const before = journal.before(number);
  if (entry.link !== undefined) symlinkSync(entry.link, entry.target);
  else if (entry.hashBefore === null) rmSync(entry.target, { force: true });
  else if (existsSync(journal.after(number))) await writeInPlace(entry.target, readFileSync(before));
  else await bringBack(before, entry);
}

/**
 * Makes one entry what it was before the change.
 * @returns False when it is neither old nor new, because someone else changed it since; then it is left.
 */
export async function restore(journal: Journal, number: number, entry: Entry): Promise<boolean> {
  const hash = await currentHash(entry);
  const untouched = entry.link === undefined ? hash === entry.hashBefore : hash === '';
  if (untouched) return true;
  if (!isOurs(hash, entry, journal.before(number), journal.after(number))) return false;
  await restoreContent(journal, number, entry);
  return true;
}
