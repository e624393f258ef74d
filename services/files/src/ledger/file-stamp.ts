import { readFileSync, type Stats, statSync } from 'node:fs';
import { hashBytes } from '@cusp/commit';
import { isSystemError } from '@cusp/protocol';

/** Up to here the ledger hashes a file as a whole; above, only what was shown of it. */
export const MAX_HASHED_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EIO', 'ESTALE', 'ENAMETOOLONG'];

/** What tells without reading a file whether it may have changed. */
export interface FileStamp {
  size: number;
  mtimeMs: number;
  ino: number;
}

/** The hash of some bytes of a file, from offset to offset. */
export interface HashedPart {
  from: number;
  to: number;
  hash: string;
}

/** A file as it was at one moment. */
export interface Snapshot {
  stamp: FileStamp;
  parts: HashedPart[];
  /** Known where all bytes are. */
  lineCount?: number;
}

export function stampOf({ size, mtimeMs, ino }: Stats): FileStamp {
  return { size, mtimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

/** A file of which all bytes are known. */
export function snapshotOf(stats: Stats, bytes: Uint8Array, hash = hashBytes(bytes)): Snapshot {
  const parts = [{ from: 0, to: bytes.length, hash }];
  return { stamp: stampOf(stats), parts, lineCount: countByteLines(bytes) };
}

function countByteLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE ? count + 1 : count;
}

/** What is on the disk now, with its bytes; undefined where there is no file, none to be read, or one too big to hash. */
export function readSnapshot(realPath: string): { snapshot: Snapshot; bytes: Buffer } | undefined {
  try {
    const stats = statSync(realPath);
    if (!stats.isFile() || stats.size > MAX_HASHED_BYTES) return undefined;
    const bytes = readFileSync(realPath);
    return { snapshot: snapshotOf(stats, bytes), bytes };
  } catch (error) {
    if (UNREADABLE.some((code) => isSystemError(error, code))) return undefined;
    throw error;
  }
}

/** Whether the bytes are those of the snapshot: by hash, and above 16 MB by size, mtime and inode as well. */
export function isUnchanged({ stamp, parts }: Snapshot, stats: Stats, bytes: Uint8Array): boolean {
  if (stamp.size !== bytes.length) return false;
  if (bytes.length > MAX_HASHED_BYTES && !isSameStamp(stamp, stampOf(stats))) return false;
  return parts.every(({ from, to, hash }) => hashBytes(bytes.subarray(from, to)) === hash);
}
