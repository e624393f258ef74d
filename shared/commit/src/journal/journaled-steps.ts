import { unlinkSync } from 'node:fs';
import path from 'node:path';
import { explainSystemError } from '@cusp/protocol';
import type { PinnedDirectories } from '../paths/pinned-directories.ts';
import { rememberOwnFile } from '../write/extended-attributes.ts';
import { flushDirectory } from '../write/flush-directory.ts';
import { copyWhole, linkOrCopy } from '../write/link-or-copy.ts';
import { mustStayInPlace } from '../write/put-directly.ts';
import type { Step } from '../write/step.ts';
import { createTemporary } from '../write/temporary-file.ts';
import { refuseChangedSince } from '../write/unchanged.ts';
import type { Journal } from './journal.ts';
import { putJournaled } from './put-journaled.ts';

async function explained(step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw explainSystemError(`${step.kind === 'put' ? 'write' : 'remove'} "${step.shown}"`, error);
  }
}

/** Steps by number, as the journal names their contents. */
export class JournaledSteps {
  readonly #steps: readonly Step[];
  readonly #journal: Journal;
  readonly #places: PinnedDirectories;
  readonly #replacing = new Set<Step>();
  /** Those whose file got one more name when its content was kept. */
  readonly #named = new Set<Step>();

  constructor(steps: readonly Step[], journal: Journal, places: PinnedDirectories) {
    this.#steps = steps;
    this.#journal = journal;
    this.#places = places;
  }

  /** Keeps the old contents. */
  async keepBefore(): Promise<void> {
    for (const [number, step] of this.#steps.entries()) {
      if (!step.current || (step.kind === 'remove' && step.link !== undefined)) continue;
      const inPlace = step.kind === 'put' && (await mustStayInPlace(step));
      const keep = inPlace ? copyWhole : linkOrCopy;
      const { target } = this.#places.place(step);
      await keep(target, this.#journal.before(number), step.current.stat.size);
      if (!inPlace) this.#named.add(step);
    }
  }

  /** Writes the new contents beside the files, so that a full disk is met before any of them is touched. */
  async prepare(): Promise<void> {
    for (const step of this.#steps) {
      if (step.kind !== 'put' || (await mustStayInPlace(step))) continue;
      await explained(step, async () => {
        if (await createTemporary(this.#places.place(step), true)) this.#replacing.add(step);
      });
    }
  }

  async apply(): Promise<void> {
    for (const [number, step] of this.#steps.entries())
      await explained(step, () => this.#applyOne(number, step));
    const directories = new Set(this.#steps.map((step) => path.dirname(this.#places.place(step).target)));
    for (const directory of directories) await flushDirectory(directory);
  }

  async #applyOne(number: number, step: Step): Promise<void> {
    const placed = this.#places.place(step);
    const [replaces, gotName] = [this.#replacing.has(step), this.#named.has(step)];
    if (placed.kind === 'put') {
      await putJournaled(this.#journal, number, placed, { replaces, gotName });
      if (replaces) rememberOwnFile(placed.file, placed.target);
    } else {
      await refuseChangedSince(placed, gotName);
      unlinkSync(placed.target);
    }
  }
}
