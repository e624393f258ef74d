import { type ErrorCode, ToolError } from './errors.ts';

const KNOWN: Record<string, [ErrorCode, string]> = {
  ENOENT: ['not_found', 'no such file or directory'],
  ENOTDIR: ['not_directory', 'a part of the path is not a directory'],
  EISDIR: ['is_directory', 'it is a directory'],
  EACCES: ['access_denied', 'permission denied'],
  EPERM: ['access_denied', 'operation not permitted'],
  EROFS: ['access_denied', 'the file system is read-only'],
  EEXIST: ['already_exists', 'it exists already'],
  ENOTEMPTY: ['already_exists', 'the directory is not empty'],
  ENOSPC: ['disk_full', 'no space is left on the device'],
  EDQUOT: ['disk_full', 'the disk quota is used up'],
  EFBIG: ['too_large', 'the file would be larger than this process may write'],
  EIO: ['unavailable', 'the device failed to read or write'],
  E2BIG: ['invalid_input', 'it is too long for the system'],
  EMFILE: ['too_many_files', 'this process has too many open files'],
  ENFILE: ['too_many_files', 'the machine has too many open files'],
  ELOOP: ['not_found', 'its links go in a circle'],
  ENAMETOOLONG: ['invalid_input', 'the name is too long'],
  ETXTBSY: ['locked', 'the file is being run'],
  EBUSY: ['locked', 'the file is in use'],
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True when `error` is a system error with that code (`'ENOENT'`). */
export function isSystemError(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/**
 * Turns what a system call threw into the error the caller reads: `Cannot ${action}: ${reason}`.
 * @param action What was tried, with the value quoted: `read "a/b.ts"`.
 * @returns A ToolError as it is, a known system error as a ToolError, anything else unchanged (a bug).
 */
export function explainSystemError(action: string, error: unknown, hint?: string): unknown {
  if (error instanceof ToolError) return error;
  const known = KNOWN[codeOf(error) ?? ''];
  if (!known) return error;
  const [code, reason] = known;
  return new ToolError(code, `Cannot ${action}: ${reason}`, { cause: error, ...(hint ? { hint } : {}) });
}
