import { accessSync, constants, readlinkSync, type Stats } from 'node:fs';
import { explainSystemError, ToolError } from '@cusp/protocol';
import { hashBytes } from '../hash-bytes.ts';
import type { HeldLocks } from '../locks/held-locks.ts';
import { replaced } from '../paths/pinned-directory.ts';
import { temporaryPath } from '../paths/temporary-path.ts';
import { refuseUnexpected } from './expectations.ts';
import { type FileState, readState } from './file-state.ts';
import type { ExpectedHash, PlannedChange } from './planned-change.ts';
import type { PutStep, RemoveStep, Step } from './step.ts';

/** Called under the lock, right before a file is changed; `stat` is undefined where it does not exist. */
export type CheckFile = (path: string, stat: Stats | undefined) => Promise<void>;

export interface Planning {
  held: HeldLocks;
  check: CheckFile | undefined;
}

export interface PlannedSteps {
  change: PlannedChange;
  /** What is there now at `path`, or at `from`. */
  hashBefore: string | null;
  hashAfter: string | null;
  steps: Step[];
}

async function checkedState(target: string, shown: string, expected: ExpectedHash, { check }: Planning) {
  const current = await readState(target, shown);
  refuseUnexpected(current, expected, shown);
  await check?.(shown, current?.stat);
  return current;
}

/** A rename would replace even a file that may not be written. */
function refuseReadOnly(target: string, shown: string): void {
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw explainSystemError(`write "${shown}"`, error);
  }
}

interface Put {
  path: string;
  bytes: Uint8Array;
  expected: ExpectedHash;
  like?: Stats;
}

async function planPut({ path, bytes, expected, like }: Put, planning: Planning): Promise<PutStep> {
  const { target } = planning.held.realPathOf(path);
  if (target !== path) throw replaced(path);
  const current = await checkedState(target, path, expected, planning);
  if (current) refuseReadOnly(target, path);
  const temporary = temporaryPath(target, planning.held.tokenOf(target));
  const hashAfter = hashBytes(bytes);
  return {
    kind: 'put',
    shown: path,
    file: target,
    target,
    temporary,
    bytes,
    hashAfter,
    current,
    like: like ?? current?.stat,
  };
}

async function planRemove(path: string, expected: string, planning: Planning): Promise<RemoveStep> {
  const { entry, target } = planning.held.realPathOf(path);
  if (entry !== path) throw replaced(path);
  const current: FileState | undefined = await checkedState(target, path, expected, planning);
  if (!current) throw new ToolError('not_found', `Cannot remove "${path}": it does not exist`);
  const temporary = temporaryPath(entry, planning.held.tokenOf(entry));
  const link = entry === target ? undefined : readlinkSync(entry);
  return { kind: 'remove', shown: path, file: entry, target: entry, temporary, current, link };
}

async function planOne(change: PlannedChange, planning: Planning): Promise<PlannedSteps> {
  if (change.kind === 'delete') {
    const step = await planRemove(change.path, change.expected, planning);
    return { change, hashBefore: step.current.hash, hashAfter: null, steps: [step] };
  }
  if (change.kind === 'write') {
    const step = await planPut(change, planning);
    return { change, hashBefore: step.current?.hash ?? null, hashAfter: step.hashAfter, steps: [step] };
  }
  const { path, bytes, from, expected, expectedTarget } = change;
  const remove = await planRemove(from, expected, planning);
  const put = await planPut({ path, bytes, expected: expectedTarget, like: remove.current.stat }, planning);
  return { change, hashBefore: remove.current.hash, hashAfter: put.hashAfter, steps: [put, remove] };
}

function refuseTwiceChanged(steps: Step[]): void {
  const seen = new Set<string>();
  for (const { target, shown } of steps) {
    if (seen.has(target)) throw new ToolError('invalid_input', `Two changes of one file: "${shown}"`);
    seen.add(target);
  }
}

/** Compares every file with what the caller saw, and says what must happen to which; nothing is changed yet. */
export async function planSteps(
  changes: readonly PlannedChange[],
  planning: Planning,
): Promise<PlannedSteps[]> {
  const planned: PlannedSteps[] = [];
  for (const change of changes) planned.push(await planOne(change, planning));
  refuseTwiceChanged(planned.flatMap(({ steps }) => steps));
  return planned;
}
