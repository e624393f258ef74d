import { readdirSync, readFileSync } from 'node:fs';

/** Live processes whose environment or command line has `mark`, but this one. */
export function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter(
      (pid) => !isZombie(pid) && ['environ', 'cmdline'].some((file) => readProc(pid, file).includes(mark)),
    );
}

/** Bytes that a process holds in memory. */
export function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, 'status')) ?? [];
  return Number(kilobytes) * 1024;
}

function isZombie(pid: number): boolean {
  return /^State:\s+Z/m.test(readProc(pid, 'status'));
}

/** A process that ended in between has nothing to read. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
