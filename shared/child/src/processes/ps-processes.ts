import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { isRunning } from './proc-stat.ts';
import type { ProcessEntry } from './process-entry.ts';
import { readTags } from './tags.ts';

// `ps` shows the environment behind the command: by -E on macOS, by the BSD letter e in procps.
const EVERYTHING = process.platform === 'darwin' ? '-axEww' : 'axeww';
const COLUMNS = 'pid=,ppid=,pgid=,sess=,stat=,lstart=,args=';
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/;
const MAX_LISTING_BYTES = 256 * 1024 * 1024;

// Without our own environment, so that `ps` does not carry the tag that it is looked for.
const PS_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

function valueInCommand(command: string, name: string): string | undefined {
  const at = command.lastIndexOf(` ${name}=`);
  return at < 0 ? undefined : command.slice(at + name.length + 2).split(' ', 1)[0];
}

/** Parses one line of the listing; undefined for a zombie and for what is no process line. */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const [, pid, parent, group, session, state, startTime, command] = LINE.exec(line) ?? [];
  if (!state || !startTime || command === undefined || !isRunning(state)) return undefined;
  const tags = readTags((name) => valueInCommand(command, name));
  // macOS prints the session as an address or 0: no number that equals a pid.
  const identity = { pid: Number(pid), startTime: startTime.replace(/\s+/g, ' ') };
  return {
    ...identity,
    parent: Number(parent),
    group: Number(group),
    session: Number(session) || 0,
    ...tags,
  };
}

/** Every process that `ps` shows: for systems without `/proc`. */
export async function psProcesses(): Promise<ProcessEntry[]> {
  const options = { env: PS_ENVIRONMENT, maxBuffer: MAX_LISTING_BYTES };
  const { stdout } = await promisify(execFile)('ps', [EVERYTHING, '-o', COLUMNS], options);
  return stdout.split('\n').flatMap((line) => parsePsLine(line) ?? []);
}

/** When `pid` started, by `ps`; undefined when it does not run. */
export function psStartTime(pid: number): string | undefined {
  try {
    const options = { env: PS_ENVIRONMENT, encoding: 'utf8' as const };
    const [state = '', ...date] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options)
      .trim()
      .split(/\s+/);
    return isRunning(state) ? date.join(' ') : undefined;
  } catch {
    // ps exits with 1 when there is no such process.
    return undefined;
  }
}
