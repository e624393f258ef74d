import { commandName } from './command-name.ts';
import { parseStatements, type Statement } from './statements.ts';

const NO_MATCH = 'no match';
const DIFFERS = 'the inputs differ';
const IS_FALSE = 'the condition is false';

/** What exit code 1 means of programs for which it is an answer and no failure (SH-6). */
const MEANINGS = new Map([
  ['grep', NO_MATCH],
  ['egrep', NO_MATCH],
  ['fgrep', NO_MATCH],
  ['rg', NO_MATCH],
  ['git grep', NO_MATCH],
  ['find', 'some paths could not be searched'],
  ['diff', DIFFERS],
  ['cmp', DIFFERS],
  ['git diff', DIFFERS],
  ['test', IS_FALSE],
  ['[', IS_FALSE],
  ['[[', IS_FALSE],
]);

// They hardly ever fail, and say so when they do.
const OUTSPOKEN = new Set([
  'cd',
  'pushd',
  'popd',
  'echo',
  'printf',
  'export',
  'set',
  'shopt',
  'mkdir',
  'true',
  ':',
]);
const COMPLAINT = /^(bash: (line \d+: )?)?(cd|pushd|popd|echo|printf|export|set|shopt|mkdir): /m;

/**
 * The meaning of exit code 1 when it is an answer rather than a failure; undefined when it is a failure, or when an
 * earlier command may have set it.
 */
export function meaningOfExitOne(command: string, output: string): string | undefined {
  const statements = parseStatements(command);
  const last = statements?.at(-1);
  if (!statements || !last) return undefined;
  const meanings = deciding(statements, isStrict(command)).map((statement) =>
    meaningOf(statement, command, output),
  );
  if (!meaningOf(last, command, output) || meanings.includes(undefined)) return undefined;
  return [...new Set(meanings)].filter((meaning) => meaning !== '').join(', or ');
}

/** The last statement, and those before it after whose failure it is not reached. */
function deciding(statements: Statement[], endsAtFailure: boolean): Statement[] {
  return endsAtFailure
    ? statements
    : statements.slice(statements.findLastIndex(({ after }) => after !== '&&'));
}

function isStrict(command: string): boolean {
  return /\bset\s+(-\w*e|-o\s+errexit)/.test(command);
}

/** Empty when the statement is not what failed; undefined when its failure would be one. */
function meaningOf({ isNegated, commands }: Statement, command: string, output: string): string | undefined {
  const names = commands.map(commandName);
  const name = names.at(-1) ?? '';
  if (isNegated || (names.length > 1 && command.includes('pipefail'))) return undefined;
  if (OUTSPOKEN.has(name)) return COMPLAINT.test(output) ? undefined : '';
  return MEANINGS.get(name);
}
