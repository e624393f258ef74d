import { rm } from 'node:fs/promises';
import { describeExit, sweepRun } from '@cusp/child';
import { ToolError } from '@cusp/protocol';
import type { BindContext } from '@cusp/service-kit';
import { Command, type CommandStart, type Ending } from './command.ts';

const END_GRACE_MS = 500;
const SHOWN_CHARACTERS = 80;

/** The commands of a run that run, run in the background, or left something running; by name. */
export class Commands {
  readonly #context: BindContext;
  readonly #byName = new Map<string, Command>();
  #isClosed = false;

  constructor(context: BindContext) {
    this.#context = context;
  }

  async start(start: CommandStart): Promise<Command> {
    const command = await Command.start(this.#context.run, start);
    this.#byName.set(command.name, command);
    this.#guardDisk(command);
    if (!this.#isClosed) return command;
    await command.kill({ graceMs: 0 });
    await command.ended;
    throw new ToolError('cancelled', 'The run ended before the command was started');
  }

  /** Drops a command that is over and done with, its output too. */
  async forget(command: Command): Promise<void> {
    this.#byName.delete(command.name);
    await rm(command.artifact.path, { force: true });
  }

  /** Leaves a command to itself; the run is told when it ends. */
  handOver(command: Command): void {
    const { log } = this.#context;
    void command.ended
      .then((ending) => this.#tell(command, ending))
      .catch((error: unknown) =>
        log.error({ command: command.name, error: String(error) }, 'a command was lost'),
      );
  }

  /** Ends every command and what they left running. */
  async endAll(): Promise<void> {
    this.#isClosed = true;
    const options = { graceMs: END_GRACE_MS };
    const commands = [...this.#byName.values()];
    await Promise.all(commands.map((command) => command.kill(options)));
    await sweepRun(this.#context.run.tag, options);
    // Whoever waits for one of them is told of its failure.
    await Promise.allSettled(commands.map((command) => command.ended));
  }

  #guardDisk(command: Command): void {
    const { log } = this.#context;
    void command.overflowed
      .then(() => command.endOverflow())
      .catch((error: unknown) =>
        log.error({ command: command.name, error: String(error) }, 'a command that wrote too much goes on'),
      );
  }

  #tell({ name, text, artifact }: Command, { exit, ranMs }: Ending): void {
    if (this.#isClosed) return;
    const seconds = Math.round(ranMs / 1_000);
    const sentence = `${name} (${shorten(text)}) ended with ${describeExit(exit)} after ${seconds} s; output: artifact:${artifact.id}`;
    const how = exit.kind === 'exited' ? { exitCode: exit.code } : { exitCode: null, signal: exit.signal };
    this.#context.host.event('processExited', sentence, { name, ...how, artifact: artifact.id });
  }
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}
