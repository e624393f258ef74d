import type { Step } from '../write/step.ts';
import type { Entry } from './intent.ts';

const PERMISSION_BITS = 0o7777;

/** What the journal says of a step. */
export function entryOf(step: Step): Entry {
  const { target, current } = step;
  const { mode = 0, uid = 0, gid = 0 } = current?.stat ?? {};
  const owner = { mode: mode & PERMISSION_BITS, uid, gid };
  const hashBefore = current?.hash ?? null;
  if (step.kind === 'put') {
    return {
      kind: 'put',
      target,
      hashBefore,
      hashAfter: step.hashAfter,
      temporary: step.temporary,
      ...owner,
    };
  }
  const link = step.link === undefined ? {} : { link: step.link };
  return {
    kind: 'remove',
    target,
    hashBefore,
    hashAfter: null,
    temporary: step.temporary,
    ...link,
    ...owner,
  };
}
