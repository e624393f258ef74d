import { statSync } from 'node:fs';
import path from 'node:path';
import { hashBytes } from '../hash-bytes.ts';
import { realPathOf } from '../paths/real-path.ts';
import { unlessMissing } from '../system-calls.ts';

/** One lock to take: for a file by its real path, and for a file with several names by its inode too. */
export interface LockName {
  key: string;
  /** The file that may be written under it; empty for an inode. */
  file: string;
  /** What messages call it. */
  shown: string;
}

function inodeName(target: string): LockName[] {
  const stat = unlessMissing(() => statSync(target));
  return stat?.isFile() && stat.nlink > 1
    ? [{ key: `inode ${stat.dev}:${stat.ino}`, file: '', shown: target }]
    : [];
}

/** The locks that changes of these paths need, each once, in the order that all processes take them. */
export function lockNames(paths: readonly string[]): LockName[] {
  const names = new Map<string, LockName>();
  for (const { entry, target } of paths.map(realPathOf)) {
    for (const file of [entry, target]) names.set(file, { key: file, file, shown: file });
    for (const name of inodeName(target)) names.set(name.key, name);
  }
  return [...names.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function lockFile(locksDir: string, { key }: LockName): string {
  return path.join(locksDir, hashBytes(Buffer.from(key)).slice(0, 32));
}
