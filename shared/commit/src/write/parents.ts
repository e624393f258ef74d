import { existsSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { isReplaced, withPinned } from '../paths/pinned-directory.ts';
import { unlessError } from '../system-calls.ts';

/** The directories above a file that do not exist, topmost first. */
export function missingParents(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file || existsSync(parent) ? [] : [...missingParents(parent), parent];
}

function removeUnused(directory: string): void {
  try {
    withPinned(directory, (reached) => rmdirSync(reached));
  } catch (error) {
    // What its path leads to by now is not what was made.
    if (!isReplaced(error)) throw error;
  }
}

/** Removes directories that a dead process made, but for those that others use by now. */
export function removeParents(parents: readonly string[]): void {
  for (const parent of [...parents].reverse())
    unlessError(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => removeUnused(parent));
}
