import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isSystemError, runDirectory, ToolError } from '@cusp/protocol';
import { unlessMissing } from './system-calls.ts';

const MISSING = ['ENOENT', 'ENOTDIR'];
const NOT_DIRECTORY = ['EEXIST', 'ENOTDIR'];

/** In the directory of the locks. */
export const OWNERS = 'owners';
export const locksDirectory = (stateDir: string): string => path.join(stateDir, 'locks');
export const journalsDirectory = (stateDir: string): string => path.join(stateDir, 'journal');
export const beforeDirectory = (stateDir: string, runId: string): string =>
  path.join(runDirectory(stateDir, runId), 'before');

/** Makes a directory that only its owner may enter, parents too. */
export function makePrivateDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!NOT_DIRECTORY.some((code) => isSystemError(error, code))) throw error;
    throw new ToolError('not_directory', `Cannot keep state in "${directory}": a part of it is a file`, {
      hint: `Move "${fileIn(directory)}" away.`,
      cause: error,
    });
  }
}

/** The topmost part of the path that is no directory. */
function fileIn(directory: string): string {
  const parent = path.dirname(directory);
  const isBelowDirectory = parent === directory || unlessMissing(() => statSync(parent))?.isDirectory();
  return isBelowDirectory ? directory : fileIn(parent);
}

/** Runs `work`, which makes something in `directory`; the directory is made when it is missing. */
export function inPrivateDirectory<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!MISSING.some((code) => isSystemError(error, code))) throw error;
    makePrivateDirectory(directory);
    return work();
  }
}
