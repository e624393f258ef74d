import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, runDirectory, ToolError } from '@cusp/protocol';
import type { RunInfo, TraceRecord } from './trace.ts';

/** The runs that made a call, newest first. */
export async function listRuns(stateDir: string): Promise<RunInfo[]> {
  const directory = runDirectory(stateDir, '');
  const names = await orNothing(readdir(directory), []);
  const infos = await Promise.all(names.map((name) => readRunInfo(stateDir, name)));
  return infos.filter((info) => info !== undefined).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** A run's calls in order; a line that a crash cut short is left out. */
export async function readTrace(stateDir: string, runId: string): Promise<TraceRecord[]> {
  const file = path.join(runDirectory(stateDir, runId), 'trace.jsonl');
  const text = await orNothing(readFile(file, 'utf8'), undefined);
  if (text === undefined) {
    throw new ToolError('not_found', `There is no run "${runId}"`, {
      hint: 'cusp trace --list shows the runs.',
    });
  }
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TraceRecord);
}

async function readRunInfo(stateDir: string, runId: string): Promise<RunInfo | undefined> {
  const file = path.join(runDirectory(stateDir, runId), 'run.json');
  if (!(await orNothing(stat(file), undefined))) return undefined;
  return JSON.parse(await readFile(file, 'utf8')) as RunInfo;
}

async function orNothing<T, N>(work: Promise<T>, nothing: N): Promise<T | N> {
  try {
    return await work;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return nothing;
    throw error;
  }
}
