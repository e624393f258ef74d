import { readdirSync } from 'node:fs';
import { isRunning, parseProcStat } from './proc-stat.ts';
import type { ProcessEntry } from './process-entry.ts';
import { readProc } from './read-proc.ts';
import { readTags, valueInEnviron } from './tags.ts';

function readProcess(pid: string): ProcessEntry | undefined {
  const stat = parseProcStat(readProc(`/proc/${pid}/stat`)?.toString('latin1') ?? '');
  if (!stat || !isRunning(stat.state)) return undefined;
  const environ = readProc(`/proc/${pid}/environ`);
  const { parent, group, session, startTime } = stat;
  const tags = environ ? readTags((name) => valueInEnviron(environ, name)) : {};
  return { pid: Number(pid), parent, group, session, startTime, ...tags };
}

/** Every process of `/proc`. Synchronous: 50 µs a process, a fifth of what the thread pool takes. */
export function procProcesses(): ProcessEntry[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((pid) => readProcess(pid) ?? []);
}
