import { listProcesses } from './list-processes.ts';
import { procProcesses } from './proc-processes.ts';
import type { ProcessEntry, ProcessIdentity } from './process-entry.ts';
import { readProc } from './read-proc.ts';
import { HAS_PROC } from './start-time.ts';

const SHORT_MS = 1_000;

/**
 * The processes that started no earlier than `first`, among which all its descendants are: 0.2 ms when there are none,
 * as after most commands.
 * @param ranMs How long ago `first` was started.
 */
export async function listYounger(first: ProcessIdentity, ranMs: number): Promise<ProcessEntry[]> {
  if (!HAS_PROC) return listProcesses();
  const since = first.startTime || '0';
  return procProcesses(ranMs < SHORT_MS ? { since, pids: () => isYoungerPid(first.pid) } : { since });
}

// Pids are given in order and start over at a limit, but not twice within a second.
function isYoungerPid(first: number): (pid: number) => boolean {
  const last = Number(readProc('/proc/loadavg')?.toString().trim().split(' ').at(-1));
  if (!Number.isInteger(last)) return () => true;
  if (last >= first) return (pid) => pid >= first && pid <= last;
  return (pid) => pid >= first || pid <= last;
}
