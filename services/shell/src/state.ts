import type { BindContext, Run } from '@cusp/service-kit';
import { Commands } from './command/commands.ts';
import { describeWithheld, shellEnvironment } from './environment.ts';
import { readSettings, type ShellSettings } from './settings.ts';
import { WorkingDirectory } from './working-directory.ts';

/** What the shell service keeps for its run. */
export class ShellState {
  readonly settings: ShellSettings;
  readonly directory: WorkingDirectory;
  readonly commands: Commands;
  readonly environment: Record<string, string>;
  #withheld: string | undefined;

  constructor(context: BindContext) {
    const { run }: { run: Run } = context;
    this.settings = readSettings(run.settings);
    this.directory = new WorkingDirectory(run);
    this.commands = new Commands(context);
    const environment = shellEnvironment(this.settings);
    this.environment = environment.env;
    this.#withheld = describeWithheld(environment);
  }

  /** What was withheld from the environment: said in the first result of a run, and then no more. */
  takeWithheldNote(): string | undefined {
    const note = this.#withheld;
    this.#withheld = undefined;
    return note;
  }
}
