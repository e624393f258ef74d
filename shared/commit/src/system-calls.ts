import { isSystemError } from '@cusp/protocol';

/** Runs `work`; a system error with one of these codes gives undefined. */
export function unlessError<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.some((code) => isSystemError(error, code))) return undefined;
    throw error;
  }
}

/** Runs `work`; undefined when the file, or a directory above it, is not there, or cannot be, by its name. */
export function unlessMissing<T>(work: () => T): T | undefined {
  return unlessError(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], work);
}
