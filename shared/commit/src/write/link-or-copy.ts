import { copyFile, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { unlessError } from '../system-calls.ts';
import { SMALL_BYTES } from './file-state.ts';

const copyFileLater = promisify(copyFile);
/** What says that a link cannot be made here, though a copy may. */
const NO_LINK = ['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Copies a file; the copy appears whole or not at all. */
export async function copyWhole(source: string, destination: string, size: number): Promise<void> {
  const partial = `${destination}.partial`;
  try {
    if (size > SMALL_BYTES) await copyFileLater(source, partial);
    else copyFileSync(source, partial);
    renameSync(partial, destination);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Gives a file a second name; false where there can be none. */
export function linkIfPossible(source: string, destination: string): boolean {
  return unlessError(NO_LINK, () => linkSync(source, destination) ?? true) ?? false;
}

/** Keeps a file that is about to be replaced, by a second name for it where there can be one. */
export async function linkOrCopy(source: string, destination: string, size: number): Promise<void> {
  if (!linkIfPossible(source, destination)) await copyWhole(source, destination, size);
}
