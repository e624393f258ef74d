import { resourceSchema, type Tier } from '@cusp/protocol';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { SERVICES } from '../services.ts';
import { KEEP_DAYS } from '../trace/sweep-runs.ts';
import { addLogFlags, addRunFlags, parseNames } from './flags.ts';

const FAMILIES = ['claude', 'gpt', 'gemini', 'local'] as const;
const TIERS = ['read', 'write', 'exec'] as const;

/** Declares every command; what it does is loaded when it is chosen. */
export function addCommands(program: Command): void {
  addCall(program);
  addScript(program);
  addMcp(program);
  addService(program);
  addTools(program);
  addLookingBack(program);
  addDoctorAndDemo(program);
}

function addCall(program: Command): void {
  addRunFlags(program.command('call'))
    .description('Put one call through the whole pipeline and print its result.')
    .argument('<tool>', 'the name of the tool; cusp tools lists them')
    .argument('[input]', 'its input as JSON, or - to read it from stdin', '{}')
    .option('--json', "print MCP's CallToolResult")
    .addHelpText(
      'after',
      '\nExit code: 0 done, 1 the call failed, 2 bad usage.\nExample: cusp call Grep \'{"pattern":"TODO"}\'',
    )
    .action(async (tool, input, options) => (await import('./call.ts')).call(tool, input, options));
}

function addScript(program: Command): void {
  addRunFlags(program.command('script'))
    .description('One run, many calls: a JSON object a line, answered a line each as soon as it is done.')
    .argument('<file>', 'lines of {"tool":"…","input":{…}}, or - for stdin')
    .option('--keep-going', 'go on after a call that failed')
    .addHelpText(
      'after',
      '\nEach answer: {"tool","result":CallToolResult,"ms"}. It stops at the first call that failed, without --keep-going. Exit code: 0, 1 when any call failed, 2 bad usage.',
    )
    .action(async (file, options) => (await import('./script.ts')).script(file, options));
}

function addMcp(program: Command): void {
  addRunFlags(program.command('mcp'))
    .description('Serve the generic tools to an MCP client over stdio.')
    .option('--tier <tiers>', `only tools of these tiers: ${TIERS.join(', ')}`, parseTiers)
    .option('--tools <names>', 'only these tools', parseNames)
    .addOption(
      new Option('--family <family>', 'the edit tools that this model family was trained with').choices(
        FAMILIES,
      ),
    )
    .addHelpText(
      'after',
      '\nReads and edits inside the workspace are allowed; Bash needs --allowedTools Bash.',
    )
    .action(async (options) => (await import('./mcp.ts')).mcp(options));
}

function addService(program: Command): void {
  addLogFlags(program.command('service'))
    .description(
      'Run one tool family alone, as a plain MCP server on this stdio, bound to the current folder.',
    )
    .addArgument(new Argument('<name>', 'the family').choices(SERVICES))
    .action(async (name) => (await import('./service.ts')).service(name));
}

function addTools(program: Command): void {
  program
    .command('tools')
    .description('List the tools that a model of some family, or an external client, sees.')
    .addOption(new Option('--family <family>', 'the model family').choices(FAMILIES).default('claude'))
    .addOption(
      new Option('--mode <mode>', 'the permission mode: plan has no tool that changes anything')
        .choices(['default', 'plan'])
        .default('default'),
    )
    .option('--external', 'what an external MCP client sees')
    .option(
      '--without <resources>',
      `resources that are not bound, with their tools: ${resourceSchema.options.join(', ')}`,
    )
    .option('--json', 'with tier, exposure and input schema')
    .action(async (options, command) => (await import('./tools.ts')).tools(options, command));
}

function addLookingBack(program: Command): void {
  program
    .command('trace')
    .description('Print the calls of a run and their sums.')
    .argument('[run]', 'the id of the run; the newest when left out')
    .option('--list', 'list the runs instead')
    .option('--json', 'the records as JSON lines')
    .action(async (run, options) => (await import('./trace.ts')).trace(run, options));
  program
    .command('artifacts')
    .description('List the outputs that were kept whole, newest run first.')
    .argument('[run]', 'only those of this run')
    .option('--json', 'as JSON')
    .action(async (run, options) => (await import('./artifacts.ts')).artifacts(run, options));
  program
    .command('gc')
    .description('Remove what old runs left in the state directory.')
    .option('--days <days>', 'keep what was written to within so many days', parseDays, KEEP_DAYS)
    .action(async (options) => (await import('./gc.ts')).gc(options));
}

function addDoctorAndDemo(program: Command): void {
  program
    .command('doctor')
    .description('Say what is usable here and why the rest is not.')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./doctor.ts')).doctor(options));
  addLogFlags(program.command('demo'))
    .description(
      'The main job with no model key: a scripted run repairs a small broken project with the real tools.',
    )
    .option('--keep <dir>', 'leave the project there')
    .option('--json', 'end with {dir, calls, testsPassed}')
    .action(async (options) => (await import('./demo.ts')).demo(options));
}

function parseDays(text: string): number {
  const days = Number(text);
  if (text.trim() !== '' && days >= 0) return days;
  throw new InvalidArgumentError(`"${text}" is no number of days.`);
}

function parseTiers(text: string, before: Tier[] = []): Tier[] {
  const tiers = parseNames(text);
  const wrong = tiers.find((tier) => !TIERS.some((known) => known === tier));
  if (wrong) throw new InvalidArgumentError(`"${wrong}" is no tier; they are ${TIERS.join(', ')}.`);
  return [...before, ...TIERS.filter((tier) => tiers.includes(tier))];
}
