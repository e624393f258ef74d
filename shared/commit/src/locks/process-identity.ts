import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isSystemError } from '@cusp/protocol';
import { unlessError } from '../system-calls.ts';

/** A process that is not the one that had this pid before: `<pid>.<start>.<scope>`. */
export type ProcessIdentity = string;

const START_FIELD = 22;
const FIRST_FIELD_AFTER_NAME = 3;

const shortHash = (text: string) => hash('sha256', text, 'hex').slice(0, 8);

/** What the kernel says of a process, from the field after its name on. */
function linuxFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The clock ticks from boot to the start of a process, and the boot; a zombie counts as gone. */
function linuxStart(pid: number): string {
  const fields = linuxFields(pid);
  if (fields[0] === 'Z') return 'zombie';
  return `${fields[START_FIELD - FIRST_FIELD_AFTER_NAME]}-${bootId()}`;
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
}

/** Undefined where this process may not see it. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxStart(pid);
    return shortHash(execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

/** Where a pid means something: the machine and, on Linux, the pid namespace. */
function ownScope(): string {
  const namespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
  return shortHash(`${hostname()} ${namespace}`);
}

let identity: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  identity ??= `${process.pid}.${processStart(process.pid)}.${ownScope()}`;
  return identity;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}

export function pidOf(identity: ProcessIdentity): number {
  return Number(identity.split('.')[0]);
}

/** Whether it was stopped, as by Ctrl-Z or a debugger; false where that cannot be seen. */
export function isStopped(other: ProcessIdentity): boolean {
  if (process.platform !== 'linux' || processState(other) !== 'alive') return false;
  const state = unlessError(['ENOENT', 'ESRCH'], () => linuxFields(pidOf(other))[0]);
  return state === 'T' || state === 't';
}

/** `unknown`: it runs, or ran, on another machine or in another container. */
export function processState(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const [, start, scope] = other.split('.');
  if (other === ownIdentity()) return 'alive';
  if (scope !== ownIdentity().split('.')[2]) return 'unknown';
  const pid = pidOf(other);
  if (!exists(pid)) return 'dead';
  const actual = processStart(pid);
  return actual === undefined || actual === start ? 'alive' : 'dead';
}
