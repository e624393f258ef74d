/** The fields of `/proc/PID/stat` that this package uses. */
export interface ProcStat {
  state: string;
  parent: number;
  group: number;
  session: number;
  startTime: string;
}

const FIRST_FIELD_AFTER_NAME = 3;
const START_TIME_FIELD = 22;

/** Parses `/proc/PID/stat`; undefined when it is not one. */
export function parseProcStat(text: string): ProcStat | undefined {
  // The name stands in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const startTime = fields[START_TIME_FIELD - FIRST_FIELD_AFTER_NAME];
  if (!state || !startTime) return undefined;
  return { state, parent: Number(parent), group: Number(group), session: Number(session), startTime };
}

/** False for the states of a process that has ended and merely awaits its parent's `wait`. */
export function isRunning(state: string): boolean {
  return !/^[ZX]/.test(state);
}
