import { closeSync, constants, ftruncateSync, openSync } from 'node:fs';
import { flush, writeBytes } from './write-bytes.ts';

/** Overwrites a file from its start, then cuts it; a crash leaves the head of the new content before the old tail. */
export async function writeInPlace(file: string, bytes: Uint8Array): Promise<void> {
  const descriptor = openSync(file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    await writeBytes(descriptor, bytes);
    ftruncateSync(descriptor, bytes.length);
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether `now` is what a crash leaves when `before` was being overwritten with `after`. */
export function isHalfWritten(now: Buffer, before: Buffer, after: Buffer): boolean {
  let written = 0;
  while (written < now.length && now[written] === after[written]) written++;
  const tail = now.subarray(written);
  return tail.equals(before.subarray(written)) && now.length >= Math.min(before.length, after.length);
}
