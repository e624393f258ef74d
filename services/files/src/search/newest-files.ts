import { statSync } from 'node:fs';
import { compareBytes } from './byte-order.ts';

const MAX_KEPT = 200_000;

interface DatedPath {
  path: string;
  modifiedMs: number;
}

/** Counts paths as they are found and keeps the newest, in a bounded number. */
export class NewestFiles {
  total = 0;
  readonly #wanted: number;
  #found: DatedPath[] = [];

  /** @param wanted How many of the newest will be asked for. */
  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** @param absolute Where the file is; one that is gone counts as the oldest. */
  add(path: string, absolute: string): void {
    this.total += 1;
    this.#found.push({ path, modifiedMs: modifiedMs(absolute) });
    if (this.#found.length > MAX_KEPT + this.#wanted) this.#found = this.#newest();
  }

  /** The newest paths, those of one time in byte order. */
  paths(): string[] {
    return this.#newest().map(({ path }) => path);
  }

  #newest(): DatedPath[] {
    const sorted = this.#found.sort((a, b) => b.modifiedMs - a.modifiedMs || compareBytes(a.path, b.path));
    return sorted.slice(0, this.#wanted);
  }
}

// In bulk a synchronous stat costs a few microseconds, an asynchronous one ten times that.
function modifiedMs(absolute: string): number {
  try {
    return statSync(absolute, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
