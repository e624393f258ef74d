import { closeSync, openSync, readSync } from 'node:fs';

let buffer = Buffer.allocUnsafe(64 * 1024);

function readAll(descriptor: number): Buffer {
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length);
  }
}

/**
 * The content of a file of `/proc`, valid until the next call; undefined when the process has ended or belongs to
 * someone else, either of which may happen between any two reads. Half the time of `readFileSync`.
 */
export function readProc(path: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    return readAll(descriptor);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
