import { explainSystemError } from '@cusp/protocol';
import { replaced } from '../paths/pinned-directory.ts';
import { type RealPath, realPathOf } from '../paths/real-path.ts';
import { FileLock } from './file-lock.ts';
import { type LockName, lockNames } from './lock-names.ts';
import { Patience } from './patience.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

export interface LockOptions {
  stateDir: string;
  runId: string;
  signal?: AbortSignal | undefined;
  /** How long to wait for the locks, 10 s unless told. */
  timeoutMs?: number | undefined;
}

/** The locks that `withFileLocks` holds for its work; `commitChanges` takes them as `held`. */
export class HeldLocks {
  readonly #locks = new Map<string, FileLock>();
  readonly #links = new Set<string>();

  async take(names: LockName[], options: LockOptions): Promise<void> {
    const patience = new Patience(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    for (const name of names) {
      this.#locks.set(name.key, await FileLock.take(name, options, patience));
      if (name.isLink) this.#links.add(name.key);
    }
  }

  /**
   * Where a path that the locks are on leads. One that was no link when they were taken is its own: whether it has
   * become one is seen when it is opened.
   * @throws ToolError `changed` when it led elsewhere then.
   */
  realPathOf(file: string): RealPath {
    if (!this.#locks.has(file)) throw replaced(file);
    return this.#links.has(file) ? realPathOf(file) : { entry: file, target: file };
  }

  /** Makes the locks outlast a loss of power. */
  async flush(): Promise<void> {
    for (const lock of this.#locks.values()) await lock.flush();
  }

  /** What temporary files beside this real path are named after. */
  tokenOf(target: string): string {
    const lock = this.#locks.get(target);
    if (!lock) throw replaced(target);
    return lock.record.token;
  }

  covers(target: string): boolean {
    return this.#locks.has(target);
  }

  release(): void {
    for (const lock of [...this.#locks.values()].reverse()) lock.release();
  }
}

async function takeAll(held: HeldLocks, paths: readonly string[], options: LockOptions): Promise<void> {
  try {
    await held.take(lockNames(paths), options);
  } catch (error) {
    throw explainSystemError(`lock "${paths.join('", "')}"`, error);
  }
}

/** Runs `work` while no other call, in whatever process, works on these files. */
export async function withLocks<T>(
  paths: readonly string[],
  options: LockOptions,
  work: (held: HeldLocks) => Promise<T>,
): Promise<T> {
  const held = new HeldLocks();
  try {
    await takeAll(held, paths, options);
    return await work(held);
  } finally {
    held.release();
  }
}
