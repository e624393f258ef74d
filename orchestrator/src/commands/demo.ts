import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSystemError, ToolError } from '@cusp/protocol';
import { DEMO_CALLS, DEMO_FILES, type DemoCall } from '../demo/project.ts';
import { openRun } from '../run/open-run.ts';
import type { Run } from '../run/run.ts';
import { readTrace } from '../trace/read-trace.ts';
import { summarise } from '../trace/summarise.ts';
import { resultText } from './print-result.ts';
import { withRun } from './with-run.ts';

const SHOWN_LINES = 14;

interface DoneCall {
  tool: string;
  service: string;
  pid: number;
  ms: number;
  isError: boolean;
}

/** `cusp demo`: lays the project, repairs it with real calls, and shows each; exits 1 unless its tests pass at the end. */
export async function demo(options: { keep?: string; json?: boolean }): Promise<void> {
  const dir = options.keep
    ? await prepareFolder(options.keep)
    : await mkdtemp(path.join(tmpdir(), 'cusp-demo-'));
  const say = options.json ? () => undefined : (text: string) => process.stdout.write(text);
  await layProject(dir);
  say(`A small project with a failing test, in ${dir}\n\n`);
  const run = openRun({ cwd: dir }, { door: 'operator', mode: 'default' });
  const calls = await withRun(run, (_run, signal) => makeCalls(run, signal, say));
  const { stateDir, runId } = run.options.binding;
  say(`The trace of the run (cusp trace ${runId}):\n${summarise(await readTrace(stateDir, runId))}\n`);
  const testsPassed = calls.length === DEMO_CALLS.length && calls.at(-1)?.isError === false;
  if (!options.keep) await rm(dir, { recursive: true, force: true });
  say(
    testsPassed
      ? `The project's tests pass.${options.keep ? ` It is in ${dir}` : ''}\n`
      : 'The tests do not pass.\n',
  );
  if (options.json) process.stdout.write(`${JSON.stringify({ dir, calls, testsPassed })}\n`);
  if (!testsPassed) process.exitCode ||= 1;
}

async function makeCalls(run: Run, signal: AbortSignal, say: (text: string) => void): Promise<DoneCall[]> {
  const done: DoneCall[] = [];
  for (const call of DEMO_CALLS) {
    if (signal.aborted) break;
    done.push(await makeCall(run, call, signal, say));
  }
  return done;
}

async function makeCall(
  run: Run,
  call: DemoCall,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<DoneCall> {
  const { tool: name, input, purpose } = call;
  const service = run.tools().find((each) => each.name === name)?.tool.service ?? '';
  const started = performance.now();
  const result = await run.call({ name, input, signal });
  const ms = Math.round(performance.now() - started);
  const isError = result.isError === true;
  say(`▶ ${name} ${JSON.stringify(input)}\n  to ${purpose} · ${ms} ms${isError ? ' · failed' : ''}\n`);
  say(`${indent(resultText(result))}\n\n`);
  return { tool: name, service, pid: run.connection(service).pid ?? 0, ms, isError };
}

function indent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  │ ${line}`);
  return [
    ...shown,
    ...(lines.length > SHOWN_LINES ? [`  │ … ${lines.length - SHOWN_LINES} more lines`] : []),
  ].join('\n');
}

/** An empty folder of that name; one with something in it is left alone. */
async function prepareFolder(named: string): Promise<string> {
  const dir = path.resolve(named);
  const names = await readdir(dir).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  if (names.length > 0) {
    throw new ToolError('invalid_input', `"${named}" is not empty`, {
      hint: 'Name a folder that is new or empty.',
    });
  }
  await mkdir(dir, { recursive: true });
  return dir;
}

async function layProject(dir: string): Promise<void> {
  for (const [name, content] of Object.entries(DEMO_FILES)) {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
