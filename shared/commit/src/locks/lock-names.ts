import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { explainSystemError } from '@cusp/protocol';
import { hashBytes } from '../hash-bytes.ts';
import { type RealPath, realPathOf } from '../paths/real-path.ts';
import { unlessMissing } from '../system-calls.ts';

/** One lock to take: for a file by its real path, and for a file with several names by its inode too. */
export interface LockName {
  key: string;
  /** The file that may be written under it; empty for an inode. */
  file: string;
  /** What messages call it. */
  shown: string;
  /** Whether the file is a symbolic link. */
  isLink: boolean;
}

function inodeName(target: string, stat: Stats | undefined): LockName[] {
  return stat?.isFile() && stat.nlink > 1
    ? [{ key: `inode ${stat.dev}:${stat.ino}`, file: '', shown: target, isLink: false }]
    : [];
}

function reach(given: string): RealPath {
  try {
    return realPathOf(given);
  } catch (error) {
    throw explainSystemError(`reach "${given}"`, error);
  }
}

/** The locks that changes of these paths need, each once, in the order that all processes take them. */
export function lockNames(paths: readonly string[]): LockName[] {
  const names = new Map<string, LockName>();
  for (const given of paths) {
    const { entry, target, stat } = reach(given);
    for (const file of [entry, target])
      names.set(file, { key: file, file, shown: file, isLink: file !== target });
    for (const name of inodeName(
      target,
      stat ?? unlessMissing(() => statSync(target, { throwIfNoEntry: false })),
    ))
      names.set(name.key, name);
  }
  return [...names.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function lockFile(locksDir: string, { key }: LockName): string {
  return path.join(locksDir, hashBytes(Buffer.from(key)).slice(0, 32));
}
