import { RUN_TAG_VARIABLE } from '@cusp/protocol';
import type { ProcessEntry } from './process-entry.ts';

/** Marks what stems from one `startChild`, so that killing one child spares the others of its run. */
export const CHILD_TAG_VARIABLE = 'CUSP_CHILD';

type Tags = Pick<ProcessEntry, 'runTag' | 'childTag'>;

/** Reads the two tags with `lookUp`, which knows how to look up one variable. */
export function readTags(lookUp: (name: string) => string | undefined): Tags {
  const runTag = lookUp(RUN_TAG_VARIABLE);
  const childTag = lookUp(CHILD_TAG_VARIABLE);
  return { ...(runTag ? { runTag } : {}), ...(childTag ? { childTag } : {}) };
}

/** The value of a whole variable in the NUL-separated bytes of `/proc/PID/environ`. */
export function valueInEnviron(environ: Buffer, name: string): string | undefined {
  const prefix = `${name}=`;
  let at = environ.indexOf(prefix);
  while (at > 0 && environ[at - 1] !== 0) at = environ.indexOf(prefix, at + 1);
  if (at < 0) return undefined;
  const end = environ.indexOf(0, at);
  return environ.toString('utf8', at + prefix.length, end < 0 ? environ.length : end);
}
