import { z } from 'zod';

/** The closed list of what can go wrong with a tool call; a result carries one under `_meta["cusp/error"].code`. */
export const ERROR_CODES = [
  'invalid_input',
  'unknown_tool',
  'not_found',
  'already_exists',
  'access_denied',
  'outside_workspace',
  'is_directory',
  'not_directory',
  'not_a_file',
  'binary',
  'too_large',
  'unread',
  'changed',
  'no_match',
  'ambiguous',
  'unencodable',
  'locked',
  'disk_full',
  'too_many_files',
  'denied',
  'command_failed',
  'timed_out',
  'cancelled',
  'needs_host',
  'service_exited',
  'unavailable',
  'internal',
] as const;

export const errorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** What a failed call's `_meta["cusp/error"]` holds. */
export const errorMetaSchema = z.object({ code: errorCodeSchema });

interface ToolErrorOptions {
  /** The next call that would work, as one sentence. */
  hint?: string;
  cause?: unknown;
}

/**
 * A failure that the caller can act on. `message` says what failed, with the value; `hint` is the next call that
 * would work. Anything else that a tool throws is a bug and becomes an `internal` error.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ToolError';
    this.code = code;
    this.hint = options.hint;
  }

  /** The text that the caller reads: the message and, on a line of its own, the hint. */
  get text(): string {
    return this.hint ? `${this.message}\n${this.hint}` : this.message;
  }
}
