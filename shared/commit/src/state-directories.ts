import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isSystemError, runDirectory } from '@cusp/protocol';

/** In the directory of the locks. */
export const OWNERS = 'owners';
export const locksDirectory = (stateDir: string): string => path.join(stateDir, 'locks');
export const journalsDirectory = (stateDir: string): string => path.join(stateDir, 'journal');
export const beforeDirectory = (stateDir: string, runId: string): string =>
  path.join(runDirectory(stateDir, runId), 'before');

/** Makes a directory that only its owner may enter, parents too. */
function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/** Runs `work`, which makes something in `directory`; the directory is made when it is missing. */
export function inPrivateDirectory<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    makePrivateDirectory(directory);
    return work();
  }
}
