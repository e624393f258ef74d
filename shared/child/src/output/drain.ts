import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * Waits until the streams have ended, but no longer than that: a process left behind may hold a pipe open for ever.
 * @returns Whether they ended.
 */
export async function drain(streams: Readable[], withinMs: number, signal?: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.timeout(withinMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    await Promise.all(
      streams.map((stream) => finished(stream, { signal: either, writable: false, cleanup: true })),
    );
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted || streams.every((stream) => stream.destroyed)) return false;
    throw error;
  }
}
