import { existsSync } from 'node:fs';
import { readProcStat } from './proc-stat.ts';
import { psStartTime } from './ps-processes.ts';

/** False on macOS, where `ps` has to do. */
export const HAS_PROC = existsSync('/proc/self/stat');

/**
 * When `pid` started, as an opaque text to compare (clock ticks since boot on Linux); undefined when no such process
 * runs (a zombie does not). A pid with another start time is another process.
 */
export function processStartTime(pid: number): string | undefined {
  return HAS_PROC ? readProcStat(pid)?.startTime : psStartTime(pid);
}
