import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { explainSystemError } from '@cusp/protocol';
import { PinnedDirectory } from '../paths/pinned-directory.ts';
import { unlessError } from '../system-calls.ts';

interface Made {
  above: PinnedDirectory;
  name: string;
}

/** Directories that are made for a change, and can be taken back. */
export class NewDirectories {
  readonly #made: Made[] = [];

  /** @param directories Real paths, topmost first. */
  make(directories: readonly string[]): void {
    for (const directory of directories) this.#makeOne(directory);
  }

  #makeOne(directory: string): void {
    const above = new PinnedDirectory(path.dirname(directory));
    const name = path.basename(directory);
    try {
      const made = unlessError(['EEXIST'], () => mkdirSync(above.entry(name)) ?? true);
      if (made) this.#made.push({ above, name });
      else above.close();
    } catch (error) {
      above.close();
      throw explainSystemError(`make the directory "${directory}"`, error);
    }
  }

  /** Removes those that it made, but for those that others use by now. */
  remove(): void {
    for (const { above, name } of [...this.#made].reverse())
      unlessError(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => rmdirSync(above.entry(name)));
  }

  close(): void {
    for (const { above } of this.#made) above.close();
    this.#made.length = 0;
  }
}
