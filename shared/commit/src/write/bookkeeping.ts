import { rmSync } from 'node:fs';
import type { BeforeImages, IndexLine } from './before-images.ts';
import type { Step } from './step.ts';

/** What is kept of one change of one file; it is there before the file changes, or the change fails. */
export class Bookkeeping {
  readonly #images: BeforeImages;
  readonly #lines: readonly IndexLine[];
  #image: string | undefined;
  #isRecorded = false;

  constructor(images: BeforeImages, lines: readonly IndexLine[]) {
    this.#images = images;
    this.#lines = lines;
  }

  record(): void {
    this.#images.record(this.#lines);
    this.#isRecorded = true;
  }

  /** For several files, whose journal lasts as well. */
  async recordDurably(): Promise<void> {
    this.record();
    await this.#images.flush();
  }

  /** @returns Whether the file may have got one more name. */
  async keepBefore({ target, current }: Step): Promise<boolean> {
    if (current) this.#image = await this.#images.keep(target, current);
    return this.#image !== undefined;
  }

  takeBack(): void {
    if (this.#image) rmSync(this.#image, { force: true });
    if (this.#isRecorded) this.#images.recordUndone(this.#lines);
  }
}
