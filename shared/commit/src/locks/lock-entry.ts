import { linkSync, lstatSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { isSystemError, ToolError } from '@cusp/protocol';
import { unlessError, unlessMissing } from '../system-calls.ts';
import { formatRecord, type LockRecord, parseRecord } from './lock-record.ts';
import { forgetOwnerFile, ownerFileOf, ownerOf } from './owner-file.ts';

/** Longer link texts are refused by Linux. */
const LONGEST_TEXT = 4000;
/** What says that the owner file cannot have one more name. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Without hard links, a lock is a symbolic link whose text is the record. */
function createByText(lock: string, record: LockRecord): void {
  const text = formatRecord(record);
  const fits = Buffer.byteLength(text) <= LONGEST_TEXT;
  symlinkSync(fits ? text : formatRecord({ ...record, path: '' }), lock);
}

function create(lock: string, record: LockRecord, names: readonly string[]): void {
  const owner = ownerFileOf(path.dirname(lock));
  for (const name of names) owner.declare(name, record);
  const linked = unlessError(NO_LINKS, () => linkSync(owner.file, lock) ?? true);
  if (!linked) createByText(lock, record);
}

/** The owner file, or the whole directory, may have been removed by someone else. */
function createAnew(lock: string, record: LockRecord, names: readonly string[]): void {
  try {
    create(lock, record, names);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT') && !isSystemError(error, 'ENOTDIR')) throw error;
    forgetOwnerFile(path.dirname(lock));
    create(lock, record, names);
  }
}

/**
 * Makes a lock, which says at once what `record` says.
 * @param laterName The file name that it will be renamed to.
 * @returns True when it was free and is now ours.
 */
export function createLock(lock: string, record: LockRecord, laterName?: string): boolean {
  const names = [path.basename(lock), ...(laterName === undefined ? [] : [laterName])];
  return unlessError(['EEXIST'], () => createAnew(lock, record, names) ?? true) ?? false;
}

function lineFor(lock: string): string | undefined {
  const text = readFileSync(lock, 'utf8');
  const start = `\n${path.basename(lock)} `;
  // Its owner may be writing the line of another lock at this moment.
  const at = text.lastIndexOf(start, text.lastIndexOf('\n') - 1);
  return at === -1 ? undefined : text.slice(at + start.length, text.indexOf('\n', at + start.length));
}

function readFileLock(lock: string): LockRecord | undefined {
  if (!lstatSync(lock).isFile()) return undefined;
  const line = lineFor(lock);
  return line === undefined ? { owner: ownerOf(lock), token: '', runId: '', path: '' } : parseRecord(line);
}

function readExisting(lock: string): LockRecord | 'foreign' {
  const text = unlessError(['EINVAL'], () => readlinkSync(lock));
  return (text === undefined ? readFileLock(lock) : parseRecord(text)) ?? 'foreign';
}

/** Undefined when nothing is there, `foreign` when it is something else than a lock. */
export function readEntry(lock: string): LockRecord | 'foreign' | undefined {
  return unlessMissing(() => readExisting(lock));
}

/**
 * Undefined when the lock is free.
 * @throws ToolError when its name is taken by something else.
 */
export function readLock(lock: string): LockRecord | undefined {
  const found = readEntry(lock);
  if (found !== 'foreign') return found;
  throw new ToolError('unavailable', `Cannot lock the file: "${lock}" is there, but is no lock`, {
    hint: 'Move it away.',
  });
}
