import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { ToolError } from '@cusp/protocol';
import { unlessMissing } from '../system-calls.ts';
import { type FileState, hashFile } from './file-state.ts';
import type { Step } from './step.ts';

const CONTENT_STAMPS = ['ino', 'size', 'mtimeMs'] as const;
const OWNER_STAMPS = ['ino', 'mode', 'uid', 'gid'] as const;

export function changedMeanwhile(shown: string): ToolError {
  return new ToolError('changed', `Cannot change "${shown}": someone else changed it at this moment`, {
    hint: 'Read it again.',
  });
}

function areSame(now: Stats, then: Stats, stamps: readonly (keyof Stats)[]): boolean {
  return stamps.every((stamp) => now[stamp] === then[stamp]);
}

/** A second name for the file, which moves `ctime`, may be our own. */
function isAsSeen(now: Stats, { stat }: FileState, gotName: boolean): boolean {
  const ownerKnown = gotName ? areSame(now, stat, OWNER_STAMPS) : now.ctimeMs === stat.ctimeMs;
  return ownerKnown && areSame(now, stat, CONTENT_STAMPS);
}

/** Other times alone are no change, but then the content must be compared. */
async function isSameFile(target: string, current: FileState, gotName: boolean): Promise<boolean> {
  const now = unlessMissing(() => lstatSync(target));
  if (!now?.isFile()) return false;
  if (isAsSeen(now, current, gotName)) return true;
  if (!areSame(now, current.stat, OWNER_STAMPS)) return false;
  if ((await hashFile(target, now.size)) !== current.hash) return false;
  return await isSameFile(target, { stat: now, hash: current.hash }, false);
}

function isSameLink({ target }: Step, link: string): boolean {
  return unlessMissing(() => readlinkSync(target)) === link;
}

/**
 * Called right before a file is changed.
 * @param gotName Whether we gave the file another name since its state was read.
 * @throws ToolError `changed` when it is not what it was then.
 */
export async function refuseChangedSince(step: Step, gotName: boolean): Promise<void> {
  const { current, target, shown } = step;
  if (!current) return;
  const link = step.kind === 'remove' ? step.link : undefined;
  const same = link === undefined ? await isSameFile(target, current, gotName) : isSameLink(step, link);
  if (!same) throw changedMeanwhile(shown);
}
