import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import {
  type Child,
  childEnvironment,
  processStartTime,
  type StartOptions,
  startChild,
} from '../src/index.ts';

/** Starts a child that ends with the test at the latest. */
export async function started(options: Partial<StartOptions> & { command: string }): Promise<Child> {
  const { env } = childEnvironment();
  const child = await startChild({ args: [], env, stdin: 'closed', output: { kind: 'pipe' }, ...options });
  onTestFinished(() => child.kill({ graceMs: 0 }));
  return child;
}

/** Starts a bash script. */
export function startedScript(script: string, options: Partial<StartOptions> = {}): Promise<Child> {
  return started({ command: 'bash', args: ['-c', script], ...options });
}

/** The first `count` lines of a child's stdout, as numbers. */
export async function printedPids(child: Child, count = 1): Promise<number[]> {
  const pids: number[] = [];
  if (!child.stdout) throw new Error('The child has no stdout to read');
  for await (const line of createInterface({ input: child.stdout })) {
    if (pids.push(Number(line)) === count) break;
  }
  return pids;
}

/** All that a child writes to stdout until its end. */
export async function wholeOutput(child: Child): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (child.stdout) await once(child.stdout, 'close');
  return Buffer.concat(chunks).toString();
}

/** True while the process runs. */
export function isThere(pid: number): boolean {
  return processStartTime(pid) !== undefined;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cusp-child-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
