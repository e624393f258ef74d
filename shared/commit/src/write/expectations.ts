import { ToolError } from '@cusp/protocol';
import type { FileState } from './file-state.ts';
import type { ExpectedHash } from './planned-change.ts';

/** Throws when a file is not what the caller saw. */
export function refuseUnexpected(state: FileState | undefined, expected: ExpectedHash, shown: string): void {
  if ((state?.hash ?? null) === expected) return;
  if (!state) {
    throw new ToolError('not_found', `Cannot change "${shown}": it no longer exists`, {
      hint: 'Look for it with Glob, or create it with Write.',
    });
  }
  if (expected === null) {
    throw new ToolError('already_exists', `Cannot create "${shown}": it exists already`, {
      hint: 'Read it first, then change it.',
    });
  }
  throw new ToolError('changed', `Cannot change "${shown}": it changed since it was read`, {
    hint: 'Read it again.',
  });
}
