import { closeSync, constants, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isSystemError } from '@cusp/protocol';
import { pipesAllowed } from './descriptors.ts';
import { withFifos } from './fifos.ts';
import { explainPipeFailure } from './pipe-failure.ts';

const BATCH = 16;
const FEW = 4;

/** The descriptors of a pipe that has no name. Whoever takes one closes them. */
export interface KernelPipe {
  /** Does not block. */
  readEnd: number;
  /**
   * For stdout and for stderr, opened one by one: a program that makes the one non-blocking, as node does, makes others
   * fail to write to that one alone, and they can still say so.
   */
  writeEnds: readonly [stdout: number, stderr: number];
}

const spare: KernelPipe[] = [];
let making: Promise<void> | undefined;

/**
 * A pipe of the kernel: unlike the socket pair that node calls a pipe, a program can open it anew by `/dev/stderr`.
 * Node cannot make one, so `mkfifo` makes several at a time, ahead of need, as far as descriptors allow.
 * @param scratch A folder in which the pipes have names for a moment.
 */
export async function takePipe(scratch: string = tmpdir()): Promise<KernelPipe> {
  for (;;) {
    const pipe = spare.pop();
    if (pipe && spare.length < FEW && pipesAllowed() >= BATCH) makeAhead(scratch);
    if (pipe) return pipe;
    making ??= makePipes(scratch);
    await making;
  }
}

export function closeWriteEnds({ writeEnds }: KernelPipe): void {
  for (const writeEnd of writeEnds) closeSync(writeEnd);
}

export function closePipe(pipe: KernelPipe): void {
  closeSync(pipe.readEnd);
  closeWriteEnds(pipe);
}

// Whoever needs a pipe next finds none then, tries again and hears of the failure.
function makeAhead(scratch: string): void {
  making ??= makePipes(scratch);
  making.catch(() => undefined);
}

async function makePipes(scratch: string): Promise<void> {
  const count = Math.min(BATCH, Math.max(1, pipesAllowed()));
  try {
    await withFifos([scratch, tmpdir()], count, (names) => {
      for (const name of names) spare.push(openEnds(name));
    });
  } catch (error) {
    const isEnough = isSystemError(error, 'EMFILE') && spare.length > 0;
    if (!isEnough) throw explainPipeFailure(error);
  } finally {
    making = undefined;
  }
}

// In this order none waits for another.
function openEnds(name: string): KernelPipe {
  const opened: number[] = [];
  const openEnd = (flags: number): number => {
    const end = openSync(name, flags);
    opened.push(end);
    return end;
  };
  try {
    const readEnd = openEnd(constants.O_RDONLY | constants.O_NONBLOCK);
    return { readEnd, writeEnds: [openEnd(constants.O_WRONLY), openEnd(constants.O_WRONLY)] };
  } catch (error) {
    for (const end of opened) closeSync(end);
    throw error;
  }
}
