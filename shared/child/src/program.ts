import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Where a command with a slash is; does not ask for our own directory, which may be gone. */
export function programPath(command: string, cwd = '.'): string {
  return path.isAbsolute(command) ? command : path.join(cwd, command);
}

/** The file that a command names, on that search path when it has no slash; undefined when it cannot be run. */
export function findProgram(command: string, searchPath: string, cwd?: string): string | undefined {
  if (command.includes('/')) return [programPath(command, cwd)].find(isProgram);
  return searchPath
    .split(path.delimiter)
    .filter((directory) => path.isAbsolute(directory))
    .map((directory) => path.join(directory, command))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
