import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { findTagged } from '@cusp/child';

/** Marks what stems from one command: its value is the id of the command's artifact. */
export const COMMAND_VARIABLE = 'CUSP_COMMAND';

const HAS_PROC = existsSync('/proc/self/stat');
const MAX_LOOKS = 4;
const BETWEEN_LOOKS_MS = 5;
const SHORT_MS = 1_000;
// Among the fields of /proc/PID/stat behind the name.
const START_TIME = 19;
const SHOWN_CHARACTERS = 60;

/** A process that a command left running when its shell had exited. */
export interface Leftover {
  pid: number;
  /** Its command line, cut to a readable length; empty where the system does not show it. */
  command: string;
}

interface EndedShell {
  pid: number;
  /** As `processStartTime` has it; undefined when it had ended before anyone could look. */
  startTime: string | undefined;
  /** The value of its `CUSP_COMMAND`. */
  id: string;
  runTag: string;
  ranMs: number;
}

/** What still runs of a command whose shell has exited: in its session, or elsewhere with its mark. */
export async function findLeftovers(shell: EndedShell): Promise<Leftover[]> {
  if (!HAS_PROC) return findTaggedGroup(shell);
  for (let look = 1; ; look++) {
    const { pids, isSure } = lookForLeftovers(shell);
    if (pids.length > 0 || isSure || look === MAX_LOOKS) {
      return pids.map((pid) => ({ pid, command: commandLine(pid) }));
    }
    await delay(BETWEEN_LOOKS_MS);
  }
}

function lookForLeftovers(shell: EndedShell): { pids: number[]; isSure: boolean } {
  const candidates = readdirSync('/proc').map(Number).filter(isYounger(shell));
  const relations = candidates.map((pid) => relationTo(shell, pid));
  return {
    pids: candidates.filter((_pid, index) => relations[index] === 'own'),
    isSure: !relations.includes('unknown'),
  };
}

// Most commands leave nothing: then no process is younger than the shell, which one look at the names in /proc tells.
// Pids are given in order and start over at a limit, but not twice within a second.
function isYounger({ pid, ranMs }: EndedShell): (other: number) => boolean {
  const last = Number(readProc('loadavg').trim().split(' ').at(-1));
  if (ranMs >= SHORT_MS || !Number.isInteger(last)) return (other) => other > 0;
  return (other) =>
    last >= pid ? other > pid && other <= last : other > pid || (other > 0 && other <= last);
}

// The environment is empty for a moment while a process becomes another program, and when it has just ended, maybe
// after it started one that this look did not see.
function relationTo(shell: EndedShell, pid: number): 'own' | 'foreign' | 'unknown' {
  const stat = readProc(`${pid}/stat`);
  // The name stands in parentheses and may itself hold some.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', , , session] = fields;
  if (Number(fields[START_TIME]) < Number(shell.startTime)) return 'foreign';
  if (/^[ZX]?$/.test(state)) return 'unknown';
  if (Number(session) === shell.pid) return 'own';
  const variables = readProc(`${pid}/environ`).split('\0');
  if (variables.length === 1) return 'unknown';
  return variables.includes(`${COMMAND_VARIABLE}=${shell.id}`) ? 'own' : 'foreign';
}

async function findTaggedGroup({ pid, runTag }: EndedShell): Promise<Leftover[]> {
  const tagged = await findTagged(runTag);
  return tagged.filter(({ group }) => group === pid).map((entry) => ({ pid: entry.pid, command: '' }));
}

function commandLine(pid: number): string {
  const line = readProc(`${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

// Empty for a process that has ended meanwhile, or is not ours to look at.
function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return '';
  }
}
