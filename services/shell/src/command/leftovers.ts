import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from '@cusp/child';
import { drainOutput } from './drain.ts';

const ENDING_MS = 200;
const LOOK_MS = 20;
const SHOWN_CHARACTERS = 60;

/** A process that a command left running when its shell had exited. */
export interface Leftover {
  pid: number;
  /** Its command line, cut to a readable length; empty where the system does not show it. */
  command: string;
}

/** What a command leaves when its shell has exited. */
export interface Remains {
  leftovers: Leftover[];
  /** True when its output is still held open, be it by a process that cannot be found. */
  isOpen: boolean;
}

/**
 * Waits for the last output of a command whose shell has exited, and looks for what runs on: for 200 ms, since most of
 * what outlives its shell, such as `> >(tee log)`, ends right after it.
 */
export async function awaitRemains(child: Child, file: string): Promise<Remains> {
  const deadline = performance.now() + ENDING_MS;
  const isOpen = !(await drainOutput(child, file));
  for (;;) {
    const remaining = await child.remaining();
    if (remaining.length === 0 || performance.now() >= deadline) {
      return { isOpen, leftovers: remaining.map(({ pid }) => ({ pid, command: commandLine(pid) })) };
    }
    await delay(LOOK_MS);
  }
}

function commandLine(pid: number): string {
  const line = readCommandLine(pid).replaceAll('\0', ' ').trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

// Empty for a process that has ended meanwhile, and where there is no /proc.
function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
