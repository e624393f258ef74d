import { rm } from 'node:fs/promises';
import { type Child, type ChildExit, type KillOptions, startChild } from '@cusp/child';
import type { Artifact, Run } from '@cusp/service-kit';
import { awaitRemains, type Remains } from './leftovers.ts';
import { Script } from './script.ts';

export interface CommandStart {
  bash: string;
  text: string;
  cwd: string;
  env: Record<string, string>;
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
    const artifact = run.artifacts.reserve('bash');
    const script = Script.write(run, nameOf(artifact), start.text);
    try {
      const child = await startChild({
        command: start.bash,
        args: script.args,
        cwd: start.cwd,
        env: { ...start.env, PWD: start.cwd },
        stdin: 'closed',
        output: { kind: 'file', path: artifact.path },
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

function nameOf({ id }: Artifact): string {
  return id.slice(id.lastIndexOf('-') + 1);
}
