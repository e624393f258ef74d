import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '@cusp/protocol';
import { isStopped, type ProcessIdentity, pidOf } from './process-identity.ts';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 10;
/** After this, an owner that is stopped is not waited for any longer. */
const STOPPED_MS = 2000;

interface LockOwner {
  /** 0 when the lock does not tell. */
  pid: number;
  lock: string;
}

/** How long one caller waits for locks: until a deadline, or until it is cancelled. */
export class Patience {
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #deadline: number;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#deadline = performance.now() + timeoutMs;
  }

  get #waitedMs(): number {
    return this.#timeoutMs - this.#leftMs;
  }

  get #leftMs(): number {
    return Math.max(this.#deadline - performance.now(), 0);
  }

  /** Resolves with `event`; throws `locked` or `cancelled` when that takes too long. */
  async await(event: Promise<void>, file: string, owner: number): Promise<void> {
    const timer = new AbortController();
    const signal = this.#signal ? AbortSignal.any([this.#signal, timer.signal]) : timer.signal;
    const late = delay(this.#leftMs, 'late', { signal }).catch(() => 'cancelled');
    const first = await Promise.race([event, late]);
    timer.abort();
    if (first === 'cancelled') throw cancelled(file);
    if (first === 'late') throw this.#locked(file, owner);
  }

  /** @throws ToolError `locked` when an owner cannot go on by itself. */
  refuseStopped(file: string, owner: ProcessIdentity): void {
    if (this.#waitedMs < STOPPED_MS || !isStopped(owner)) return;
    const pid = pidOf(owner);
    throw new ToolError(
      'locked',
      `Cannot change "${file}": process ${pid}, which holds its lock, is stopped`,
      {
        hint: `Let it go on by \`kill -CONT ${pid}\`, or end it, then try again.`,
      },
    );
  }

  /** A short pause, longer each time and of random length, so that waiting processes do not move in step. */
  async pause(file: string, owner: LockOwner): Promise<void> {
    if (this.#signal?.aborted) throw cancelled(file);
    if (this.#leftMs === 0)
      throw owner.pid ? this.#locked(file, owner.pid) : this.#lockedByNobody(file, owner.lock);
    await delay(Math.min(this.#pauseMs * (0.5 + Math.random()), this.#leftMs));
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #lockedByNobody(file: string, lock: string): ToolError {
    return new ToolError('locked', `Cannot change "${file}": its lock "${lock}" does not tell who holds it`, {
      hint: 'Remove it if no other cusp runs.',
    });
  }

  #locked(file: string, owner: number): ToolError {
    const waited = `${this.#timeoutMs / 1000} s`;
    return new ToolError(
      'locked',
      `Cannot change "${file}": process ${owner} has held its lock for ${waited}`,
      {
        hint: `Try again when process ${owner} is done.`,
      },
    );
  }
}

export function cancelled(file: string): ToolError {
  return new ToolError('cancelled', `Cancelled before "${file}" was changed`);
}
