import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const QUIET_MS = 200;
const LIMIT_MS = 2_000;
const LOOK_MS = 40;

/**
 * Waits while what a command left running still writes: until its output has not grown for 200 ms, 2 s at most.
 * Polled: what writes is no child of ours, and a watcher would wake for each of its writes.
 */
export async function drainOutput(file: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  let size = await sizeOf(file);
  let grewAt = performance.now();
  while (performance.now() < Math.min(deadline, grewAt + QUIET_MS)) {
    await delay(LOOK_MS);
    const now = await sizeOf(file);
    if (now === size) continue;
    size = now;
    grewAt = performance.now();
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}
