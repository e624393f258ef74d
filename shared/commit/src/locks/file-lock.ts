import { rmSync } from 'node:fs';
import { inPrivateDirectory, locksDirectory } from '../state-directories.ts';
import { cleanUpAfter } from './clean-up.ts';
import { type LockName, lockFile } from './lock-names.ts';
import { createRecord, isAbandoned, type LockRecord, newRecord, readRecord } from './lock-record.ts';
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
      await takeFromProcesses(file, record, { stateDir: place.stateDir, patience, shown: name.shown });
      return new FileLock(file, record, turn);
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  release(): void {
    rmSync(this.#file, { force: true });
    this.#turn.end();
  }
}

interface Wait {
  stateDir: string;
  patience: Patience;
  shown: string;
}

async function takeFromProcesses(file: string, mine: LockRecord, wait: Wait): Promise<void> {
  const { stateDir, patience, shown } = wait;
  const create = () => inPrivateDirectory(locksDirectory(stateDir), () => createRecord(file, mine));
  for (let attempt = 0; !create(); attempt++) {
    const holder = readRecord(file);
    if (!holder) continue;
    const abandoned = attempt % CHECK_OWNER_EVERY === 0 && isAbandoned(file, holder.owner);
    if (abandoned && takeOver(file, holder, mine)) return cleanUpAfter(stateDir, holder);
    await patience.pause(shown, pidOf(holder.owner));
  }
}
