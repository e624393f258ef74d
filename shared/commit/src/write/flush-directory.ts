import { flushFile } from './flush-file.ts';

/** Makes what was created, renamed or removed in a directory last. */
export async function flushDirectory(directory: string): Promise<void> {
  if (process.platform !== 'win32') await flushFile(directory);
}
