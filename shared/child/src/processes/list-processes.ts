import { setImmediate as nextTurn } from 'node:timers/promises';
import { procProcesses } from './proc-processes.ts';
import type { ProcessEntry } from './process-entry.ts';
import { psProcesses } from './ps-processes.ts';
import { HAS_PROC } from './start-time.ts';

let upcoming: Promise<ProcessEntry[]> | undefined;

async function takeSnapshot(): Promise<ProcessEntry[]> {
  await nextTurn();
  upcoming = undefined;
  return HAS_PROC ? procProcesses() : psProcesses();
}

/**
 * Every running process, zombies left out. Callers of the same turn share a snapshot, which is never older than the
 * call: ending a hundred children costs as many looks as ending one.
 */
export function listProcesses(): Promise<ProcessEntry[]> {
  upcoming ??= takeSnapshot();
  return upcoming;
}
