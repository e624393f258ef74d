import { constants } from 'node:os';
import type { ChildExit } from '@cusp/child';

const SIGNAL_BASE = 128;

/** An exit as a shell tells it: a signal is 128 plus its number, and the other way around. */
export interface ExitStatus {
  code: number;
  signal: string | undefined;
}

/** The status of a command from how its shell ended. */
export function toExitStatus(exit: ChildExit): ExitStatus {
  if (exit.kind === 'signalled') {
    return { code: SIGNAL_BASE + constants.signals[exit.signal], signal: exit.signal };
  }
  return { code: exit.code, signal: signalName(exit.code - SIGNAL_BASE) };
}

function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

const EXPLAINED: Record<string, string> = {
  SIGABRT: 'it aborted, as by a failed assertion',
  SIGBUS: 'a bad memory access',
  SIGFPE: 'an arithmetic error such as a division by zero',
  SIGILL: 'an illegal instruction',
  SIGINT: 'it was interrupted',
  SIGKILL: 'it was killed, maybe for want of memory',
  SIGPIPE: 'what it wrote to was closed',
  SIGSEGV: 'a segmentation fault',
  SIGTERM: 'it was told to end',
};

const EXPLAINED_CODES: Record<number, string> = {
  126: '126: it was found but cannot be run; is it executable, and made for this system?',
  127: '127: there is no such command; is it installed and on PATH, or its path right?',
};

/** What a code says beyond its number; undefined for most. */
export function explainStatus({ code, signal }: ExitStatus): string | undefined {
  if (!signal) return EXPLAINED_CODES[code];
  const reason = EXPLAINED[signal];
  return `${code} = ${SIGNAL_BASE} + ${code - SIGNAL_BASE}: ${signal}${reason ? `, ${reason}` : ''}`;
}
