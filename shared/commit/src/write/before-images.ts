import { appendFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Change } from '@cusp/protocol';
import { beforeDirectory, inPrivateDirectory, makePrivateDirectory } from '../state-directories.ts';
import type { FileState } from './file-state.ts';
import { linkOrCopy } from './link-or-copy.ts';

const INDEX = 'index.jsonl';

/** A line of the index: the change, what a move overwrote, and the text of a link that was removed. */
export interface IndexLine extends Change {
  hashOverwritten?: string | undefined;
  link?: string | undefined;
}

/** What files were before a run changed them: one file per content, named by its hash, and an index of the changes. */
export class BeforeImages {
  readonly #directory: string;

  constructor(stateDir: string, runId: string) {
    this.#directory = beforeDirectory(stateDir, runId);
  }

  /** Keeps the content of a file; returns the image when it is new. */
  async keep(file: string, { hash, stat }: FileState): Promise<string | undefined> {
    const image = path.join(this.#directory, hash);
    if (existsSync(image)) return undefined;
    if (!existsSync(this.#directory)) makePrivateDirectory(this.#directory);
    await linkOrCopy(file, image, stat.size);
    return image;
  }

  /** Takes a file that holds the content of that hash. */
  adopt(file: string, hash: string): void {
    const image = path.join(this.#directory, hash);
    if (existsSync(image)) rmSync(file);
    else inPrivateDirectory(this.#directory, () => renameSync(file, image));
  }

  record(lines: readonly IndexLine[]): void {
    const text = lines
      .map((line) => `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
      .join('');
    inPrivateDirectory(this.#directory, () =>
      appendFileSync(path.join(this.#directory, INDEX), text, { mode: 0o600 }),
    );
  }
}
