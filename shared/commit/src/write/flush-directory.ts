import { closeSync, openSync } from 'node:fs';
import { flush } from './write-bytes.ts';

/** Makes what was created, renamed or removed in a directory last. */
export async function flushDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
