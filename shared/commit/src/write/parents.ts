import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { unlessError } from '../system-calls.ts';

/** The directories above a file that do not exist, topmost first. */
export function missingParents(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file || existsSync(parent) ? [] : [...missingParents(parent), parent];
}

export function makeParents(parents: readonly string[]): void {
  for (const parent of parents) unlessError(['EEXIST'], () => mkdirSync(parent));
}

/** Removes directories that `makeParents` made, but for those that others use by now. */
export function removeParents(parents: readonly string[]): void {
  for (const parent of [...parents].reverse()) {
    unlessError(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(parent));
  }
}
