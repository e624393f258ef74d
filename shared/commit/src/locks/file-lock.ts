import { existsSync, unlinkSync } from 'node:fs';
import { locksDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { flushFile } from '../write/flush-file.ts';
import { isAbandonedLock, LONGEST_UNKNOWN_MS } from './abandoned.ts';
import { createLock, readLock } from './lock-entry.ts';
import { type LockName, lockFile } from './lock-names.ts';
import { type LockRecord, newRecord } from './lock-record.ts';
import type { Patience } from './patience.ts';
import { pidOf } from './process-identity.ts';
import { Turn } from './process-queue.ts';
import { takeOver } from './take-over.ts';

/** Asking whether a process lives costs more than trying again. */
const CHECK_OWNER_EVERY = 16;

export interface LockPlace {
  stateDir: string;
  runId: string;
}

/** One lock that this process holds. */
export class FileLock {
  readonly record: LockRecord;
  readonly #file: string;
  readonly #turn: Turn;
  readonly #takenMs = Date.now();

  private constructor(file: string, record: LockRecord, turn: Turn) {
    this.#file = file;
    this.record = record;
    this.#turn = turn;
  }

  static async take(name: LockName, place: LockPlace, patience: Patience): Promise<FileLock> {
    const file = lockFile(locksDirectory(place.stateDir), name);
    const turn = new Turn(file);
    try {
      if (turn.begins) await patience.await(turn.begins, name.shown, process.pid);
      const record = newRecord(place.runId, name.file);
      const wait = { stateDir: place.stateDir, patience, shown: name.shown };
      await takeFromProcesses(file, record, wait);
      return new FileLock(file, record, turn);
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  /** Makes it outlast a loss of power, so that what was written under it is found. */
  async flush(): Promise<void> {
    // Without hard links, it leads nowhere and lasts by itself.
    if (existsSync(this.#file)) await flushFile(this.#file);
  }

  release(): void {
    try {
      if (this.#isStillOurs) unlessMissing(() => unlinkSync(this.#file));
    } finally {
      this.#turn.end();
    }
  }

  /** Nobody takes a lock from a living owner before it is old, so that only then the disk must be asked. */
  get #isStillOurs(): boolean {
    const age = Date.now() - this.#takenMs;
    const isYoung = age >= 0 && age < LONGEST_UNKNOWN_MS / 2;
    return isYoung || readLock(this.#file)?.token === this.record.token;
  }
}

interface Wait {
  stateDir: string;
  patience: Patience;
  shown: string;
}

async function takeFromProcesses(file: string, mine: LockRecord, wait: Wait): Promise<void> {
  const { stateDir, patience, shown } = wait;
  for (let attempt = 0; ; attempt++) {
    if (createLock(file, mine)) return;
    const holder = readLock(file);
    if (!holder) continue;
    if (attempt % CHECK_OWNER_EVERY === 0) {
      if (isAbandonedLock(file, holder) && takeOver(file, holder, mine, stateDir)) return;
      patience.refuseStopped(shown, holder.owner);
    }
    await patience.pause(shown, { pid: pidOf(holder.owner), lock: file });
  }
}
