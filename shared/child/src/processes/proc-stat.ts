import { readProc } from './read-proc.ts';

/** The fields of `/proc/PID/stat` that this package uses. */
export interface ProcStat {
  state: string;
  parent: number;
  group: number;
  session: number;
  startTime: string;
  /** False for a kernel thread, and for a process that is ending. */
  hasProgram: boolean;
  /** Where its environment is when that has no bytes; undefined when it has some, or is not there yet. */
  emptyEnvironmentAt: string | undefined;
  /** Where the environment that it was started with lies in its memory; undefined when the system does not tell. */
  environmentStart: number | undefined;
}

const FIRST_FIELD_AFTER_NAME = 3;
const FLAGS_FIELD = 9;
const START_TIME_FIELD = 22;
const ENVIRONMENT_START_FIELD = 50;
const ENVIRONMENT_END_FIELD = 51;

const EXITING = 0x4;
const KERNEL_THREAD = 0x20_0000;

/** Parses `/proc/PID/stat`; undefined when it is not one. */
export function parseProcStat(text: string): ProcStat | undefined {
  // The name stands in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => fields[number - FIRST_FIELD_AFTER_NAME];
  const [state, parent, group, session] = fields;
  const startTime = field(START_TIME_FIELD);
  if (!state || !startTime) return undefined;
  const environmentEnd = field(ENVIRONMENT_END_FIELD);
  const isEmpty = environmentEnd !== '0' && environmentEnd === field(ENVIRONMENT_START_FIELD);
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime,
    hasProgram: (Number(field(FLAGS_FIELD)) & (EXITING | KERNEL_THREAD)) === 0,
    emptyEnvironmentAt: isEmpty ? environmentEnd : undefined,
    environmentStart: Number(field(ENVIRONMENT_START_FIELD)) || undefined,
  };
}

/** False for the states of a process that has ended and merely awaits its parent's `wait`. */
export function isRunning(state: string): boolean {
  return !/^[ZX]/.test(state);
}

/** Reads `/proc/PID/stat`; undefined when no such process runs. */
export function readProcStat(pid: number): ProcStat | undefined {
  const stat = parseProcStat(readProc(`/proc/${pid}/stat`)?.toString('latin1') ?? '');
  return stat && isRunning(stat.state) ? stat : undefined;
}
