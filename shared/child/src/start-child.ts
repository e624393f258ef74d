import { type ChildProcess, spawn } from 'node:child_process';
import { RUN_TAG_VARIABLE } from '@cusp/protocol';
import { Child } from './child.ts';
import { type ChildExit, toChildExit } from './child-exit.ts';
import { type LaunchOptions, launch } from './launcher.ts';
import { FileOutput } from './output/file-output.ts';
import { OutputRing } from './output/output-ring.ts';
import { newChildTag } from './processes/child-tag.ts';
import { processStartTime } from './processes/start-time.ts';
import { CHILD_TAG_VARIABLE } from './processes/tags.ts';
import { explainStartFailure } from './start-failure.ts';

const STDERR_TAIL_BYTES = 16 * 1024;

/**
 * Where a child's output goes: both streams to the end of one file, in order, through one pipe of the kernel; stdout
 * to a stream and the tail of stderr kept; or head and tail of both kept in memory. Of more than `capBytes` the rest is
 * dropped, and the child's `overflowed` settles. `scratch` is a folder of ours for a moment, TMPDIR when omitted.
 */
export type OutputTarget =
  | { kind: 'file'; path: string; capBytes?: number; scratch?: string }
  | { kind: 'pipe' }
  | { kind: 'ring'; bytes: number };

export interface StartOptions extends LaunchOptions {
  command: string;
  args: readonly string[];
  cwd?: string;
  /** The whole environment, as from `childEnvironment`; nothing is inherited. */
  env: NodeJS.ProcessEnv;
  /** `closed`: a reader gets end of file at once. */
  stdin: 'closed' | 'pipe';
  output: OutputTarget;
  /** Marks the process and what it starts for `sweepRun`. */
  runId?: string;
  /** SIGKILL when we die, even while it is stopped; not for what it starts. By `setpriv` where there is one, 1.5 ms. */
  dieWithParent?: boolean;
  /**
   * Marks it by a resource limit too, which nobody loses by clearing the environment. By `prlimit` where there is one,
   * 1.5 ms; a bash does the same by `ulimit -S -x "$CUSP_CHILD"`.
   */
  tagLimit?: boolean;
}

function ringFor(target: OutputTarget): OutputRing | undefined {
  if (target.kind === 'ring') return new OutputRing({ bytes: target.bytes });
  return target.kind === 'pipe' ? new OutputRing({ bytes: STDERR_TAIL_BYTES, keep: 'tail' }) : undefined;
}

function spawnDetached(options: StartOptions, childTag: string, file: FileOutput | undefined): ChildProcess {
  const { cwd, runId } = options;
  const [command, args] = launch(options, childTag);
  const runTag = runId === undefined ? {} : { [RUN_TAG_VARIABLE]: runId };
  const [stdout, stderr] = file ? file.writeEnds : (['pipe', 'pipe'] as const);
  return spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...options.env, ...runTag, [CHILD_TAG_VARIABLE]: childTag },
    detached: true,
    stdio: [options.stdin === 'pipe' ? 'pipe' : 'ignore', stdout, stderr],
  });
}

function whenExited(spawned: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    spawned.once('exit', (code, signal) => resolve(toChildExit(code, signal)));
  });
}

// Resolves with the pid. The listener stays: an `error` event that nobody hears would end the host.
function whenStarted(spawned: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    spawned.on('error', reject);
    if (spawned.pid !== undefined) resolve(spawned.pid);
  });
}

// A pipe breaks when the child dies (EPIPE, ECONNRESET): `exited` says so, and each write's callback.
function outliveBrokenPipes(spawned: ChildProcess): void {
  for (const stream of [spawned.stdin, spawned.stdout, spawned.stderr])
    stream?.on('error', () => stream.destroy());
}

async function superviseChild(
  spawned: ChildProcess,
  options: StartOptions,
  childTag: string,
  file: FileOutput | undefined,
): Promise<Child> {
  const exited = whenExited(spawned);
  outliveBrokenPipes(spawned);
  const pid = await whenStarted(spawned);
  const { stdin, stdout, stderr } = spawned;
  const { relay, overflowed } = file?.startRelay() ?? {};
  const ring = ringFor(options.output);
  stderr?.on('data', (chunk: Buffer) => ring?.write(chunk));
  if (options.output.kind === 'ring') stdout?.on('data', (chunk: Buffer) => ring?.write(chunk));
  const streams = {
    stdin: stdin ?? undefined,
    stdout: stdout ?? undefined,
    stderr: stderr ?? undefined,
    relay,
    overflowed,
  };
  const identity = { pid, startTime: processStartTime(pid) ?? '' };
  return new Child({ identity, childTag, exited, ...streams, ring }, options.output.kind);
}

/**
 * Starts a child in a session and group of its own, with no stdio of ours.
 * @throws ToolError that tells a missing command from a missing working directory.
 */
export async function startChild(options: StartOptions): Promise<Child> {
  const { output } = options;
  const file = output.kind === 'file' ? await FileOutput.open(output) : undefined;
  const childTag = newChildTag(options.runId);
  try {
    return await superviseChild(spawnDetached(options, childTag, file), options, childTag, file);
  } catch (error) {
    await file?.close();
    throw await explainStartFailure(options, error);
  }
}
