import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';

/** The first `bash` on that PATH; `sh` is another language and never taken for it. */
export function findBash(searchPath: string): string {
  const directories = searchPath.split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  const found = directories.map((directory) => path.join(directory, 'bash')).find(isExecutable);
  if (found) return found;
  throw new ToolError('unavailable', `Cannot run commands: there is no bash on PATH "${searchPath}"`, {
    hint: 'The person must install bash, or start cusp with a PATH that has it.',
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
