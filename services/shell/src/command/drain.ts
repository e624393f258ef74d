import { stat } from 'node:fs/promises';
import type { Child } from '@cusp/child';
import { isSystemError } from '@cusp/protocol';

const QUIET_MS = 200;
const LIMIT_MS = 2_000;

/**
 * Waits for all output of a command whose shell has exited. While something holds it open: until it has not grown for
 * 200 ms, 2 s at most.
 * @returns Whether it was all.
 * @throws ToolError when the output cannot be written.
 */
export async function drainOutput(child: Child, file: string): Promise<boolean> {
  const deadline = performance.now() + LIMIT_MS;
  for (let size = -1, grown = 0; size !== grown && performance.now() < deadline; ) {
    size = grown;
    if (await child.drained(QUIET_MS)) return true;
    grown = await sizeOf(file);
  }
  return false;
}

// A command may remove what it writes to.
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}
