import { ToolError } from '@cusp/protocol';
import { VERSION } from '@cusp/service-kit';
import { Command, CommanderError } from 'commander';
import { addCommands } from './commands/commands.ts';

const BAD_USAGE = 2;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    process.stderr.write(`cusp: cannot write its output: ${error.message}\n`);
    process.exit(1);
  });
}

const program = new Command('cusp')
  .description(
    'The tool runtime for coding agents: files, search and shell as MCP services, one pipeline before every call.',
  )
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError('Try cusp --help, or cusp COMMAND --help.')
  .addHelpCommand(false);
addCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}

/** Says what went wrong where that was not said yet, and answers the exit code. */
function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : BAD_USAGE;
  if (error instanceof ToolError) {
    process.stderr.write(`cusp: ${error.text}\n`);
    return error.code === 'invalid_input' || error.code === 'not_found' ? BAD_USAGE : 1;
  }
  process.stderr.write(`cusp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 1;
}
