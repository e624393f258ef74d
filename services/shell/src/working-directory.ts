import { realpath, stat } from 'node:fs/promises';
import type { Run } from '@cusp/service-kit';

export interface Entered {
  /** Absolute, links resolved. */
  path: string;
  /** Says that it is not the one that the last command left. */
  note?: string;
}

/** The directory that commands of a run start in, which a `cd` moves as long as it stays in the workspace (SH-4). */
export class WorkingDirectory {
  readonly #run: Run;
  #current: string;

  constructor(run: Run) {
    this.#run = run;
    this.#current = run.cwd;
  }

  get current(): string {
    return this.#current;
  }

  /** Where the next command starts. */
  async enter(): Promise<Entered> {
    if (await isDirectory(this.#current)) return { path: this.#current };
    const gone = this.#current;
    const note = await this.#reset();
    return { path: this.#current, note: `${note} (${gone} is gone)` };
  }

  /**
   * Takes over where a command ended.
   * @param left Its last directory; undefined when nobody saw it.
   * @returns What the caller must know when that cannot stay.
   */
  async leave(entered: string, left: string | undefined): Promise<string | undefined> {
    if (left === undefined || left === entered) return undefined;
    const real = (await isDirectory(left)) ? await realpath(left) : undefined;
    if (real === undefined || !this.#run.boundary.contains(real)) return this.#reset();
    this.#current = real;
    return undefined;
  }

  async #reset(): Promise<string> {
    this.#current = (await firstDirectory([this.#run.cwd, ...this.#run.roots])) ?? this.#run.cwd;
    return `Shell cwd was reset to ${this.#current}`;
  }
}

async function firstDirectory(paths: readonly string[]): Promise<string | undefined> {
  const checked = await Promise.all(paths.map(isDirectory));
  return paths.find((_path, index) => checked[index]);
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
