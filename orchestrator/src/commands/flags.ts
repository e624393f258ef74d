import { LOG_LEVELS } from '@cusp/service-kit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { PERMISSION_MODES } from '../permissions/modes.ts';
import type { RunFlags } from '../run/open-run.ts';

/** Adds the flags of every command that opens a run. */
export function addRunFlags(command: Command): Command {
  return addLogFlags(
    command
      .option('--cwd <dir>', 'the workspace; the current folder when left out')
      .option('--add-dir <dir>', 'one more folder that the tools may touch; may be repeated', collect)
      .option(
        '--allowedTools <names>',
        'tools that never ask: names, separated by commas or spaces',
        parseNames,
      )
      .option('--disallowedTools <names>', 'tools that are taken away', parseNames)
      .addOption(
        new Option('--permission-mode <mode>', 'what is allowed without asking').choices(PERMISSION_MODES),
      ),
  );
}

/** Adds the flags of logging and puts them into the environment, where this process and its services read them. */
export function addLogFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--log-level <level>', 'log lines from this level on, to stderr (default: warn)').choices(
        LOG_LEVELS,
      ),
    )
    .option('--log-file <file>', 'log lines to this file too')
    .hook('preAction', (_command, action) => {
      const { logLevel, logFile } = action.opts<{ logLevel?: string; logFile?: string }>();
      if (logLevel) process.env.CUSP_LOG_LEVEL = logLevel;
      if (logFile) process.env.CUSP_LOG_FILE = logFile;
    });
}

export type RunOptions = RunFlags & { json?: boolean };

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** Names from one argument of a repeated flag: separated by commas or spaces. */
export function parseNames(text: string, before: string[] = []): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const scoped = names.find((name) => /[()*]/.test(name));
  if (scoped) {
    throw new InvalidArgumentError(
      `"${scoped}" is no plain tool name; name whole tools, such as Bash or Write.`,
    );
  }
  return [...before, ...names];
}
