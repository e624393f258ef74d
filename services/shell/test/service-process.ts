import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Child, childEnvironment, startChild } from '@cusp/child';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const answerSchema = z.object({
  id: z.literal(2),
  result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }),
});

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
};

/** Runs one command by the service in a process of its own, which bash becomes after `prepare`. */
export async function runOnce(
  prepare: string,
  command: string,
  env: Record<string, string> = {},
): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'cusp-shell-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = await startService(folder, prepare, env);
  onTestFinished(() => child.kill({ graceMs: 0 }));
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params: INITIALIZE });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'Bash', arguments: { command } } });
  return readAnswer(child);
}

async function startService(folder: string, prepare: string, env: Record<string, string>): Promise<Child> {
  const entry = path.join(folder, 'shell.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../src/main.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    logLevel: 'error',
    external: ['pino'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return startChild({
    command: '/bin/bash',
    args: ['-c', `${prepare}; exec "$@"`, '-', process.execPath, entry],
    cwd: folder,
    env: { ...childEnvironment().env, CUSP_CONFIG_DIR: path.join(folder, 'config'), ...env },
    stdin: 'pipe',
    output: { kind: 'pipe' },
  });
}

async function readAnswer(child: Child): Promise<string> {
  if (!child.stdout) throw new Error('The service has no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = answerSchema.safeParse(JSON.parse(line));
    if (answer.success) return answer.data.result.content[0].text;
  }
  throw new Error(`The service gave no answer: ${child.stderrTail()}`);
}
