import { createHash, randomInt } from 'node:crypto';
import type { ProcessEntry } from './process-entry.ts';

const CHILD_BITS = 30;

/**
 * The tag of what stems from one `startChild`: a number of at most 62 bits in decimal digits, so that it can be the
 * value of a resource limit too, whose upper part is the same for all of a run.
 */
export function newChildTag(runId: string | undefined): string {
  const run = runId === undefined ? BigInt(randomInt(2 ** 32)) : runPart(runId);
  return ((run << BigInt(CHILD_BITS)) | BigInt(randomInt(1, 2 ** CHILD_BITS))).toString();
}

/** True when a process stems from that run, by its environment or by its limit. */
export function isOfRun({ runTag, limitTag }: ProcessEntry, runId: string): boolean {
  if (runTag === runId) return true;
  return limitTag !== undefined && BigInt(limitTag) >> BigInt(CHILD_BITS) === runPart(runId);
}

/** True when a process stems from that `startChild`, by its environment or by its limit. */
export function isOfChild(entry: ProcessEntry, childTag: string): boolean {
  return entry.childTag === childTag || entry.limitTag === childTag;
}

function runPart(runId: string): bigint {
  return BigInt(createHash('sha256').update(runId).digest().readUInt32BE(0));
}
