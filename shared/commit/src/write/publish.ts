import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { unlessError } from '../system-calls.ts';
import type { PutStep } from './step.ts';
import { changedMeanwhile } from './unchanged.ts';

/** What says that a file system has no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** A link, unlike a rename, never replaces what someone else made meanwhile. */
function publishNew({ temporary, target, shown }: PutStep): void {
  const linked = unlessError(NO_LINKS, () => linkSync(temporary, target) ?? true);
  if (!linked && existsSync(target)) throw changedMeanwhile(shown);
  if (linked) rmSync(temporary);
  else renameSync(temporary, target);
}

/**
 * Puts the temporary file in the place of the old one, or where none must be.
 * @returns False when the old file cannot be replaced, because it is a mount point.
 */
export function publish(step: PutStep): boolean {
  const { temporary, target, current } = step;
  if (!current) {
    publishNew(step);
    return true;
  }
  const replaced = unlessError(['EBUSY', 'EXDEV'], () => renameSync(temporary, target) ?? true);
  if (!replaced) rmSync(temporary, { force: true });
  return replaced ?? false;
}
