import { existsSync } from 'node:fs';
import { isRunning, parseProcStat } from './proc-stat.ts';
import { psStartTime } from './ps-processes.ts';
import { readProc } from './read-proc.ts';

/** False on macOS, where `ps` has to do. */
export const HAS_PROC = existsSync('/proc/self/stat');

function procStartTime(pid: number): string | undefined {
  const stat = parseProcStat(readProc(`/proc/${pid}/stat`)?.toString('latin1') ?? '');
  return stat && isRunning(stat.state) ? stat.startTime : undefined;
}

/**
 * When `pid` started, as an opaque text to compare (clock ticks since boot on Linux); undefined when no such process
 * runs (a zombie does not). A pid with another start time is another process.
 */
export function processStartTime(pid: number): string | undefined {
  return HAS_PROC ? procStartTime(pid) : psStartTime(pid);
}
