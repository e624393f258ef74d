import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ToolError } from '@cusp/protocol';
import { escapeControls, showName } from '../reading/show-name.ts';
import type { GrepQuery } from './grep-query.ts';
import { locateRipgrep } from './ripgrep-binary.ts';
import type { RipgrepEnd } from './run-ripgrep.ts';
import { nearestNames } from './suggest-siblings.ts';

const MAX_SHOWN_PATTERN = 200;
const MAX_MESSAGE = 2_000;
const OF_A_FILE = /^rg: .*(?:\(os error \d+\)|: .*loop.*)$/;

/**
 * What a search could not read, a line each.
 * @throws ToolError when the search as a whole failed: its pattern, type or glob is one that ripgrep cannot take.
 */
export async function readFailures(
  { exitCode, messages }: RipgrepEnd,
  query: GrepQuery,
  hasOutput: boolean,
): Promise<string[]> {
  if (exitCode === 0 || exitCode === 1) return [];
  const lines = messages.split('\n').filter((line) => line !== '');
  const failures = lines
    .filter((line) => OF_A_FILE.test(line))
    .map((line) => escapeControls(line.replace(/^rg: (?:\.\/)?/, '')));
  if (failures.length === 0 && lines.length > 0 && !hasOutput) throw await explain(messages.trim(), query);
  return failures;
}

async function explain(messages: string, { pattern, type, glob }: GrepQuery): Promise<ToolError> {
  const message = messages.replace(/^rg: /, '');
  if (message.startsWith('unrecognized file type')) {
    const hint = type === undefined ? undefined : await suggestTypes(type);
    return new ToolError('invalid_input', `Grep has no type "${showName(type ?? '')}"`, {
      hint: hint ?? 'Use glob instead.',
    });
  }
  if (message.startsWith('error parsing glob')) {
    return new ToolError(
      'invalid_input',
      `Grep cannot use the glob "${showName(glob ?? '')}": ${cutMessage(message)}`,
    );
  }
  if (/regex|pattern|look-around|multiline/.test(message)) {
    return new ToolError(
      'invalid_input',
      `Grep cannot use the pattern "${showName(pattern)}": ${cutMessage(message)}`,
      {
        hint: mendPattern(message, pattern),
      },
    );
  }
  return new ToolError('command_failed', `ripgrep failed: ${cutMessage(message)}`);
}

function cutMessage(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

function mendPattern(message: string, pattern: string): string {
  if (message.includes('multiline')) return 'Set multiline to true.';
  if (/look-around|backreference/.test(message)) {
    return 'Look-around and backreferences are not there: match more, then choose among the lines.';
  }
  if (pattern.length > MAX_SHOWN_PATTERN) return 'Search for a shorter text.';
  const literal = pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `To find this very text, escape it: ${literal}`;
}

async function suggestTypes(wanted: string): Promise<string> {
  const { stdout } = await promisify(execFile)(await locateRipgrep(), ['--no-config', '--type-list']);
  const types = stdout.split('\n').map((line) => line.split(': '));
  const byExtension = types.filter(([, globs]) => globs?.split(', ').includes(`*.${wanted}`));
  const names = (byExtension.length > 0 ? byExtension : types).flatMap(([name]) => name ?? []);
  const near = byExtension.length > 0 ? names : nearestNames(wanted, names);
  return near.length > 0
    ? `Nearest types: ${near.join(', ')}. Or use glob: *.${wanted}`
    : `Use glob instead: *.${wanted}`;
}
