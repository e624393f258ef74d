import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { readProcStat } from '../processes/proc-stat.ts';

const NUL = 0;

/**
 * Takes variables out of what the system shows others as this process's environment (`/proc/PID/environ`, `ps e`),
 * which is the one it was started with; `process.env` stays as it is. 2 ms. They can still be found in its memory.
 * @returns False where the system does not allow it, as without `/proc`: then nothing has changed.
 */
export function hideFromProc(names: Iterable<string>): boolean {
  const hidden = new Set(names);
  if (hidden.size === 0) return true;
  let memory: number | undefined;
  try {
    const start = readProcStat(process.pid)?.environmentStart;
    memory = openSync('/proc/self/mem', 'r+');
    return start !== undefined && overwrite(memory, start, hidden);
  } catch {
    return false;
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

function overwrite(memory: number, start: number, hidden: Set<string>): boolean {
  const block = readFileSync('/proc/self/environ');
  const inMemory = Buffer.alloc(block.length);
  readSync(memory, inMemory, 0, block.length, start);
  if (!inMemory.equals(block)) return false;
  const values = [...hidden].map((name) => [name, process.env[name]] as const);
  // The C library may hold pointers into the block: removed and set anew, a variable lives elsewhere.
  for (const [name] of values) delete process.env[name];
  try {
    for (const [at, length] of places(block, hidden)) {
      writeSync(memory, Buffer.alloc(length, NUL), 0, length, start + at);
    }
  } finally {
    for (const [name, value] of values) if (value !== undefined) process.env[name] = value;
  }
  return true;
}

function* places(block: Buffer, hidden: Set<string>): Generator<[at: number, length: number]> {
  for (let at = 0; at < block.length; ) {
    const found = block.indexOf(NUL, at);
    const end = found < 0 ? block.length : found;
    const [name = ''] = block.toString('utf8', at, end).split('=', 1);
    if (hidden.has(name)) yield [at, end - at];
    at = end + 1;
  }
}
