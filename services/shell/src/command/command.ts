import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Child, type ChildExit, type KillOptions, startChild } from '@cusp/child';
import { explainSystemError } from '@cusp/protocol';
import type { Artifact, Run } from '@cusp/service-kit';
import { awaitRemains, type Remains } from './leftovers.ts';
import { Script } from './script.ts';

const OVERFLOW_GRACE_MS = 300;

export interface CommandStart {
  bash: string;
  text: string;
  cwd: string;
  env: Record<string, string>;
  /** With more output it is ended. */
  diskCapBytes: number;
}

/** How a command ended. */
export interface Ending extends Remains {
  exit: ChildExit;
  /** The last directory of its shell; undefined when nobody saw it. */
  directory: string | undefined;
  ranMs: number;
}

interface CommandParts extends CommandStart {
  artifact: Artifact;
  script: Script;
  child: Child;
}

/** One command in a bash of its own, its output in an artifact. */
export class Command {
  /** What it is called by: the last part of its artifact's id. */
  readonly name: string;
  readonly text: string;
  readonly cwd: string;
  readonly artifact: Artifact;
  readonly ended: Promise<Ending>;
  readonly #parts: CommandParts;
  readonly #startedMs = performance.now();

  private constructor(parts: CommandParts) {
    this.#parts = parts;
    this.name = nameOf(parts.artifact);
    this.text = parts.text;
    this.cwd = parts.cwd;
    this.artifact = parts.artifact;
    this.ended = this.#end();
  }

  static async start(run: Run, start: CommandStart): Promise<Command> {
    const artifact = reserveOutput(run);
    const script = Script.write(run, nameOf(artifact), start.text);
    try {
      const child = await startChild({
        command: start.bash,
        args: script.args,
        cwd: start.cwd,
        env: { ...start.env, PWD: start.cwd },
        stdin: 'closed',
        output: {
          kind: 'file',
          path: artifact.path,
          capBytes: start.diskCapBytes,
          scratch: run.directory,
        },
        runId: run.tag,
      });
      return new Command({ ...start, artifact, script, child });
    } catch (error) {
      script.close();
      await rm(artifact.path, { force: true });
      throw error;
    }
  }

  get pid(): number {
    return this.#parts.child.pid;
  }

  /** True until the shell exits, whatever it leaves behind. */
  get isRunning(): boolean {
    return this.#parts.child.exit === undefined;
  }

  get ranMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** Settles once it wrote more than its cap allows, which may be after its shell exited. */
  get overflowed(): Promise<void> {
    return this.#parts.child.overflowed;
  }

  /** Ends what wrote too much. That is said in the output itself, where whoever reads it finds it. */
  async endOverflow(): Promise<void> {
    const { artifact, diskCapBytes } = this.#parts;
    const megabytes = Math.ceil(diskCapBytes / 1024 / 1024);
    const why = `its output passed the cap of ${megabytes} MB (setting shell.diskCapMegabytes)`;
    try {
      appendFileSync(artifact.path, `\nEnded by cusp: ${why}\n`);
    } finally {
      await this.kill({ graceMs: OVERFLOW_GRACE_MS });
    }
  }

  /** Ends it with everything it started, and what it left running. */
  async kill(options: KillOptions): Promise<void> {
    await this.#parts.child.kill(options);
  }

  async #end(): Promise<Ending> {
    const { child, script, artifact } = this.#parts;
    const exit = await child.exited;
    const { ranMs } = this;
    const directory = script.close();
    return { exit, directory, ...(await awaitRemains(child, artifact.path)), ranMs };
  }
}

function reserveOutput(run: Run): Artifact {
  try {
    return run.artifacts.reserve('bash');
  } catch (error) {
    throw explainSystemError(`keep the output in "${run.artifacts.directory}"`, error);
  }
}

function nameOf({ id }: Artifact): string {
  return id.slice(id.lastIndexOf('-') + 1);
}
