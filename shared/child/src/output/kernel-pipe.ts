import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { explainSystemError, isSystemError, ToolError } from '@cusp/protocol';

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
 * Node cannot make one, so `mkfifo` makes several at a time, ahead of need.
 */
export async function takePipe(): Promise<KernelPipe> {
  for (;;) {
    const pipe = spare.pop();
    if (pipe && spare.length < FEW) makeAhead();
    if (pipe) return pipe;
    making ??= makePipes();
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
function makeAhead(): void {
  making ??= makePipes();
  making.catch(() => undefined);
}

async function makePipes(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cusp-pipes-'));
  try {
    const names = Array.from({ length: BATCH }, (_, index) => path.join(folder, String(index)));
    // For all, so that a command that runs a part of itself as another user can open its /dev/stderr there.
    await promisify(execFile)('mkfifo', ['-m', '666', ...names]);
    for (const name of names) spare.push(openEnds(name));
  } catch (error) {
    throw explainFailure(error);
  } finally {
    making = undefined;
    await rm(folder, { recursive: true, force: true });
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

function explainFailure(error: unknown): unknown {
  if (!isSystemError(error, 'ENOENT')) return explainSystemError('make pipes for output', error);
  return new ToolError('unavailable', 'Cannot make pipes for output: there is no mkfifo on PATH', {
    hint: 'The person must install coreutils, or start cusp with a PATH that has it.',
    cause: error,
  });
}
