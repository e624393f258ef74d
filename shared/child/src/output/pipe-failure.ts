import { explainSystemError, isSystemError, ToolError } from '@cusp/protocol';

const ACTION = 'make pipes for output';
const PLACE_HINT = 'The person must set TMPDIR to a folder that can be written.';

/** Turns what went wrong with the making of pipes into the error the caller reads. */
export function explainPipeFailure(error: unknown): unknown {
  if (
    isSystemError(error, 'ENOENT') &&
    error instanceof Error &&
    'path' in error &&
    error.path === 'mkfifo'
  ) {
    return new ToolError('unavailable', `Cannot ${ACTION}: there is no mkfifo on PATH`, {
      hint: 'The person must install coreutils, or start cusp with a PATH that has it.',
      cause: error,
    });
  }
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  if (stderr) return new ToolError('unavailable', `Cannot ${ACTION}: ${stderr}`, { cause: error });
  const isAboutPlace = ['ENOENT', 'EACCES', 'EROFS', 'ENOTDIR'].some((code) => isSystemError(error, code));
  return explainSystemError(ACTION, error, isAboutPlace ? PLACE_HINT : undefined);
}
