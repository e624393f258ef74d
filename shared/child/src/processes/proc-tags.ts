import { setTimeout as delay } from 'node:timers/promises';
import { readProcStat } from './proc-stat.ts';
import { readProc } from './read-proc.ts';
import { readTags, type Tags, valueInEnviron } from './tags.ts';

const SETTLE_LIMIT_MS = 100;
const BETWEEN_LOOKS_MS = 1;

/**
 * The tags of a process; `unsettled` when its environment is empty, as it is for a moment while a process becomes
 * another program.
 */
export function readProcTags(pid: number): Tags | 'unsettled' {
  const environ = readProc(`/proc/${pid}/environ`);
  if (environ === undefined) return {};
  if (environ.length > 0) return readTags((name) => valueInEnviron(environ, name));
  return readProcStat(pid)?.hasProgram ? 'unsettled' : {};
}

/**
 * The tags of a process that was unsettled: looked at until they can be read, for 100 ms at most. An environment that
 * is empty at the same place twice is one without variables.
 */
export async function awaitProcTags(pid: number): Promise<Tags> {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  for (let emptyAt: string | undefined; performance.now() < deadline; ) {
    const before = readProcStat(pid)?.emptyEnvironmentAt;
    if (before !== undefined && before === emptyAt) return {};
    emptyAt = before;
    await delay(BETWEEN_LOOKS_MS);
    const tags = readProcTags(pid);
    if (tags !== 'unsettled') return tags;
  }
  return {};
}
