import { RUN_TAG_VARIABLE } from '@cusp/protocol';
import type { ProcessEntry } from './process-entry.ts';

/** Marks what stems from one `startChild`, so that killing one child spares the others of its run. */
export const CHILD_TAG_VARIABLE = 'CUSP_CHILD';

export type Tags = Pick<ProcessEntry, 'runTag' | 'childTag'>;

/** Reads the two tags with `lookUp`, which knows how to look up one variable. */
export function readTags(lookUp: (name: string) => string | undefined): Tags {
  const runTag = lookUp(RUN_TAG_VARIABLE);
  const childTag = lookUp(CHILD_TAG_VARIABLE);
  return { ...(runTag ? { runTag } : {}), ...(childTag ? { childTag } : {}) };
}

const NUL = 0;
const EQUALS_SIGN = '='.charCodeAt(0);

// While bash reads its environment, a NUL stands for the equals sign of one variable at a time.
function isWholeName(environ: Buffer, start: number, end: number): boolean {
  const isStart = start === 0 || environ[start - 1] === NUL;
  return isStart && (environ[end] === EQUALS_SIGN || environ[end] === NUL);
}

/** The value of a whole variable in the NUL-separated bytes of `/proc/PID/environ`. */
export function valueInEnviron(environ: Buffer, name: string): string | undefined {
  let at = environ.indexOf(name);
  while (at >= 0 && !isWholeName(environ, at, at + name.length)) at = environ.indexOf(name, at + 1);
  if (at < 0) return undefined;
  const start = at + name.length + 1;
  const end = environ.indexOf(NUL, start);
  return environ.toString('utf8', start, end < 0 ? environ.length : end);
}
