import path from 'node:path';
import { PinnedDirectory } from './pinned-directory.ts';

interface Place {
  /** Both by real path, in one directory. */
  target: string;
  temporary: string;
}

/** The directories of one change, each opened when its first file is placed. */
export class PinnedDirectories {
  readonly #directories = new Map<string, PinnedDirectory>();

  #directory(name: string): PinnedDirectory {
    const known = this.#directories.get(name);
    if (known) return known;
    const opened = new PinnedDirectory(name);
    this.#directories.set(name, opened);
    return opened;
  }

  /** The same step or entry, with paths that stay in its directory. */
  place<T extends Place>(step: T): T {
    const directory = this.#directory(path.dirname(step.target));
    const at = (file: string) => directory.entry(path.basename(file));
    return { ...step, target: at(step.target), temporary: at(step.temporary) };
  }

  /** Undefined where nothing was placed in its directory. */
  placeAgain<T extends Place>(step: T): T | undefined {
    return this.#directories.has(path.dirname(step.target)) ? this.place(step) : undefined;
  }

  close(): void {
    for (const directory of this.#directories.values()) directory.close();
    this.#directories.clear();
  }
}
