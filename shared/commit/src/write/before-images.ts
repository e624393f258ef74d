import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Change, explainSystemError } from '@cusp/protocol';
import { LastUsed } from '../last-used.ts';
import { beforeDirectory, inPrivateDirectory } from '../state-directories.ts';
import { unlessError } from '../system-calls.ts';
import { AppendedFile } from './appended-file.ts';
import type { FileState } from './file-state.ts';
import { copyWhole, linkIfPossible } from './link-or-copy.ts';

const INDEX = 'index.jsonl';
const MOST_OPEN = 8;
const MOST_KNOWN_IMAGES = 10_000;

const indexes = new LastUsed<AppendedFile>(MOST_OPEN, (index) => index.close());
/** Images that were there when this process last looked. */
const seenImages = new LastUsed<true>(MOST_KNOWN_IMAGES, () => undefined);

/** A line of the index: the change, what a move overwrote, and the text of a link that was removed. */
export interface IndexLine extends Change {
  hashOverwritten?: string | undefined;
  link?: string | undefined;
  /** The change of the line before that says the same did not come about. */
  undone?: true | undefined;
}

/** What files were before a run changed them: one file per content, named by its hash, and an index of the changes. */
export class BeforeImages {
  readonly #directory: string;

  constructor(stateDir: string, runId: string) {
    this.#directory = beforeDirectory(stateDir, runId);
  }

  /** Keeps the content of a file; returns the image when it is new. */
  async keep(file: string, state: FileState): Promise<string | undefined> {
    try {
      return await this.#keep(file, state);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  #explained(error: unknown): unknown {
    return explainSystemError(`keep what files were in "${this.#directory}"`, error);
  }

  async #keep(file: string, { hash, stat }: FileState): Promise<string | undefined> {
    const image = path.join(this.#directory, hash);
    // The error of a link that is there already costs more than to ask; where it is not, asking is the dearer way.
    if (seenImages.get(image) && existsSync(image)) return undefined;
    const isNew = await this.#make(image, file, stat.size);
    seenImages.keep(image, true);
    return isNew ? image : undefined;
  }

  async #make(image: string, file: string, size: number): Promise<boolean> {
    const link = () => inPrivateDirectory(this.#directory, () => linkIfPossible(file, image));
    const linked = unlessError(['EEXIST'], link);
    if (linked) return true;
    if (linked === undefined || existsSync(image)) return false;
    await copyWhole(file, image, size);
    return true;
  }

  /** Takes a file that holds the content of that hash. */
  adopt(file: string, hash: string): void {
    const image = path.join(this.#directory, hash);
    if (existsSync(image)) rmSync(file);
    else inPrivateDirectory(this.#directory, () => renameSync(file, image));
  }

  #openIndex(): AppendedFile {
    const file = path.join(this.#directory, INDEX);
    const open = indexes.get(file);
    if (open?.isThere) return open;
    const opened = inPrivateDirectory(this.#directory, () => new AppendedFile(file));
    return indexes.keep(file, opened);
  }

  /** Says what is about to be changed, so that a full disk is met before that. */
  record(lines: readonly IndexLine[]): void {
    const text = lines
      .map((line) => `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
      .join('');
    try {
      this.#openIndex().append(text);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Makes what was recorded outlast a loss of power. */
  async flush(): Promise<void> {
    await this.#openIndex().flush();
  }

  /** Takes back what `record` said. */
  recordUndone(lines: readonly IndexLine[]): void {
    try {
      this.record(lines.map((line) => ({ ...line, undone: true })));
    } catch {
      // What made the change fail counts; a reader finds that the file has not the content that the line names.
    }
  }
}
