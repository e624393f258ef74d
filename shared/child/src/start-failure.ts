import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { explainSystemError, isSystemError, ToolError } from '@cusp/protocol';
import { programPath } from './program.ts';

interface Start {
  command: string;
  cwd?: string | undefined;
}

// The system reports a missing cwd as if the command were missing.
async function explainDirectory(cwd: string, command: string): Promise<ToolError | undefined> {
  const action = `start "${command}" in "${cwd}"`;
  try {
    if (!(await stat(cwd)).isDirectory()) {
      return new ToolError('not_directory', `Cannot ${action}: the working directory is not a directory`);
    }
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) return asToolError(explainSystemError(action, error));
    return new ToolError('not_found', `Cannot ${action}: no such working directory`);
  }
}

function asToolError(error: unknown): ToolError | undefined {
  return error instanceof ToolError ? error : undefined;
}

async function explainMissing({ command, cwd }: Start): Promise<ToolError> {
  if (!command.includes('/')) {
    const hint = 'Install it, or give its full path.';
    return new ToolError('not_found', `Cannot start "${command}": no such command in PATH`, { hint });
  }
  const isThere = await stat(programPath(command, cwd)).then(
    () => true,
    () => false,
  );
  const reason = isThere ? 'the interpreter named in its first line is missing' : 'no such file';
  return new ToolError('not_found', `Cannot start "${command}": ${reason}`);
}

/** Turns what `spawn` threw or emitted into the error the caller reads; a bug stays as it is. */
export async function explainStartFailure(start: Start, error: unknown): Promise<unknown> {
  const { command, cwd } = start;
  const action = `start "${command}"`;
  const ofDirectory = cwd === undefined ? undefined : await explainDirectory(cwd, command);
  if (ofDirectory) return ofDirectory;
  if (isSystemError(error, 'ENOENT')) return explainMissing(start);
  if (isSystemError(error, 'EACCES')) {
    const hint = 'Make it executable (chmod +x), or start it with its interpreter.';
    return new ToolError('access_denied', `Cannot ${action}: it is not an executable file`, {
      hint,
      cause: error,
    });
  }
  if (isSystemError(error, 'E2BIG')) {
    return new ToolError('too_large', `Cannot ${action}: arguments and environment are too long`, {
      cause: error,
    });
  }
  if (isSystemError(error, 'ERR_INVALID_ARG_VALUE') && error instanceof Error) {
    return new ToolError('invalid_input', `Cannot ${action}: ${error.message}`, { cause: error });
  }
  if (isSystemError(error, 'EAGAIN')) {
    return new ToolError('unavailable', `Cannot ${action}: too many processes`, { cause: error });
  }
  return explainSystemError(action, error);
}
