import { stateDirectory, ToolError } from '@cusp/protocol';
import { listRuns, readTrace } from '../trace/read-trace.ts';
import { summarise } from '../trace/summarise.ts';

/** `cusp trace`: the calls of one run, or the list of runs. */
export async function trace(
  runId: string | undefined,
  options: { list?: boolean; json?: boolean },
): Promise<void> {
  const stateDir = stateDirectory();
  if (options.list) return printRuns(stateDir, options.json ?? false);
  const records = await readTrace(stateDir, runId ?? (await newestRun(stateDir)));
  const lines = options.json
    ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
    : summarise(records);
  process.stdout.write(lines);
}

async function newestRun(stateDir: string): Promise<string> {
  const [newest] = await listRuns(stateDir);
  if (newest) return newest.id;
  throw new ToolError('not_found', `No run has made a call yet (${stateDir})`, {
    hint: 'cusp demo makes some.',
  });
}

async function printRuns(stateDir: string, json: boolean): Promise<void> {
  const runs = await listRuns(stateDir);
  const lines = runs.map(
    ({ id, startedAt, door, cwd }) => `${id}  ${startedAt}  ${door.padEnd(8)}  ${cwd}\n`,
  );
  process.stdout.write(json ? `${JSON.stringify(runs)}\n` : lines.join(''));
}
