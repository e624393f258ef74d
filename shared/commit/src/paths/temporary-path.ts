import path from 'node:path';

/** Beside the file; named after the lock's token, so that a dead writer's lock tells what it left behind. */
export function temporaryPath(file: string, token: string): string {
  return path.join(path.dirname(file), `.cusp-${token}.tmp`);
}
