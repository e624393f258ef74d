import { readdirSync } from 'node:fs';
import { readProc } from '../processes/read-proc.ts';

const DESCRIPTORS_PER_PIPE = 3;
// The rest is for what the process does besides.
const SHARE = 1 / 4;

const limit = Number(
  /^Max open files +(\d+) /m.exec(readProc('/proc/self/limits')?.toString() ?? '')?.[1] ?? Infinity,
);

/** How many pipes may be kept ahead of need under this process's limit of open files. */
export function pipesAllowed(): number {
  if (!Number.isFinite(limit)) return Number.POSITIVE_INFINITY;
  const open = readdirSync('/proc/self/fd').length;
  return Math.floor(((limit - open) * SHARE) / DESCRIPTORS_PER_PIPE);
}
