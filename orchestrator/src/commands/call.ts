import { text } from 'node:stream/consumers';
import { ToolError } from '@cusp/protocol';
import { isRecord, parseJson } from '../repair/repair-value.ts';
import { openRun } from '../run/open-run.ts';
import type { RunOptions } from './flags.ts';
import { printResult } from './print-result.ts';
import { withRun } from './with-run.ts';

/** `cusp call`: one run, one call, its result on stdout. */
export async function call(name: string, argument: string, options: RunOptions): Promise<void> {
  const input = parseInput(argument === '-' ? await text(process.stdin) : argument);
  const run = openRun(options, { door: 'operator', mode: 'default', operatorReads: true });
  const result = await withRun(run, (_run, signal) => run.call({ name, input, signal }));
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else printResult(result);
  if (result.isError) process.exitCode ||= 1;
}

function parseInput(json: string): Record<string, unknown> {
  const parsed = json.trim() === '' ? {} : parseJson(json);
  if (isRecord(parsed)) return parsed;
  throw new ToolError('invalid_input', `The input is no JSON object: ${json.slice(0, 200)}`, {
    hint: `Give it like '{"pattern":"TODO"}', or - and write it to stdin.`,
  });
}
