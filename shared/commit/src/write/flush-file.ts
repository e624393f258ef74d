import { closeSync, openSync } from 'node:fs';
import { flush } from './write-bytes.ts';

/** Makes the content of a file, or of a directory, outlast a loss of power. */
export async function flushFile(file: string): Promise<void> {
  const descriptor = openSync(file, 'r');
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
