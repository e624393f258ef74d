import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes FIFOs in a private folder of the first of `places` that can hold them, hands their paths to `use`, and removes
 * them.
 */
export async function withFifos(
  places: readonly string[],
  count: number,
  use: (names: string[]) => void,
): Promise<void> {
  const [folder, names] = await makeSomewhere([...new Set(places)], count);
  try {
    use(names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Made = [folder: string, names: string[]];

async function makeSomewhere([place = '', ...others]: string[], count: number): Promise<Made> {
  try {
    return await make(place, count);
  } catch (error) {
    // The folder may be gone, full, or of a file system without FIFOs.
    if (others.length === 0) throw error;
    return makeSomewhere(others, count).catch(() => {
      throw error;
    });
  }
}

async function make(place: string, count: number): Promise<Made> {
  const folder = await mkdtemp(path.join(place, 'pipes-'));
  const names = Array.from({ length: count }, (_, index) => path.join(folder, String(index)));
  try {
    // For all, so that a command that runs a part of itself as another user can open its /dev/stderr there.
    await promisify(execFile)('mkfifo', ['-m', '666', ...names]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return [folder, names];
}
