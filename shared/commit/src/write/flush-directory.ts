import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import { flushFile } from './flush-file.ts';
import type { Step } from './step.ts';

/** Makes what was created, renamed or removed in a directory last. */
export async function flushDirectory(directory: string): Promise<void> {
  if (process.platform !== 'win32') await flushFile(directory);
}

/** Makes a change of one file, which has happened, last. */
export async function flushDirectoryOf({ target, shown }: Step): Promise<void> {
  try {
    await flushDirectory(path.dirname(target));
  } catch (error) {
    throw new ToolError('unavailable', `Changed "${shown}", but a loss of power may undo that`, {
      hint: 'Read it again.',
      cause: error,
    });
  }
}
