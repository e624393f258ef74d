import { fsync, writeFile, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { SMALL_BYTES } from './file-state.ts';

const writeFileLater = promisify(writeFile);
const fsyncLater = promisify(fsync);

/** Writes all bytes at the descriptor's position; a large file does not hold up other work. */
export async function writeBytes(descriptor: number, bytes: Uint8Array): Promise<void> {
  if (bytes.length > SMALL_BYTES) await writeFileLater(descriptor, bytes);
  else writeFileSync(descriptor, bytes);
}

export async function flush(descriptor: number): Promise<void> {
  await fsyncLater(descriptor);
}
