import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readFileSync, type Stats } from 'node:fs';
import { explainSystemError, ToolError } from '@cusp/protocol';
import { hashBytes } from '../hash-bytes.ts';
import { unlessMissing } from '../system-calls.ts';

/** Up to here a synchronous call costs less than a hop to another thread, and blocks for less than a millisecond. */
export const SMALL_BYTES = 1_048_576;

export interface FileState {
  stat: Stats;
  hash: string;
}

async function hashInChunks(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(file)) sum.update(chunk);
  return sum.digest('hex');
}

export async function hashFile(file: string, size: number): Promise<string> {
  return size > SMALL_BYTES ? await hashInChunks(file) : hashBytes(readFileSync(file));
}

function refuseSpecialFile(stat: Stats, shown: string): void {
  if (stat.isDirectory()) throw new ToolError('is_directory', `Cannot change "${shown}": it is a directory`);
  if (!stat.isFile()) throw new ToolError('not_a_file', `Cannot change "${shown}": it is no regular file`);
}

/** What a file is now; undefined when it does not exist. */
export async function readState(target: string, shown: string): Promise<FileState | undefined> {
  try {
    // A link in its place is a change by someone else.
    const stat = unlessMissing(() => lstatSync(target, { throwIfNoEntry: false }));
    if (!stat) return undefined;
    refuseSpecialFile(stat, shown);
    return { stat, hash: await hashFile(target, stat.size) };
  } catch (error) {
    throw explainSystemError(`read "${shown}"`, error);
  }
}
