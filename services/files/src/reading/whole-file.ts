import { read as readCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { type DecodedText, decodeText } from '@cusp/commit';
import { ToolError } from '@cusp/protocol';
import type { OpenedFile } from './opened-file.ts';

const read = promisify(readCallback);

/** Up to here a synchronous read is cheaper than a hop to another thread. */
const MAX_SYNC_BYTES = 262_144;

/** All bytes of a file, as many as it had when it was opened. */
export async function readWhole({ fd, stats: { size } }: Pick<OpenedFile, 'fd' | 'stats'>): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const left = size - length;
    const got =
      size <= MAX_SYNC_BYTES
        ? readSync(fd, bytes, length, left, length)
        : (await read(fd, bytes, length, left, length)).bytesRead;
    if (got === 0) break;
    length += got;
  }
  return bytes.subarray(0, length);
}

/** @throws ToolError `binary` where the bytes are not text. */
export function decodeFile(bytes: Uint8Array, name: string): DecodedText {
  const decoded = decodeText(bytes);
  if (decoded) return decoded;
  throw binaryFile(name, bytes.length);
}

export function binaryFile(name: string, size: number): ToolError {
  return new ToolError('binary', `Cannot show "${name}": it is a binary file of ${size} bytes`, {
    hint: 'Inspect it with Bash, such as `file` or `xxd | head`.',
  });
}
