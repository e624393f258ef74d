import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { type Child, childEnvironment, type StartOptions } from '../src/index.ts';
import { started, temporaryFolder } from './started.ts';

interface NodeOptions extends Partial<StartOptions> {
  /** What bash does before it becomes node. */
  prepare?: string;
}

/** Runs a module script in a node of its own, in which `child` is this package. */
export async function startedNode(script: string, options: NodeOptions = {}): Promise<Child> {
  const { prepare, ...start } = options;
  const { env } = childEnvironment();
  const file = await writeProgram(script);
  const direct = { command: process.execPath, args: [file] };
  const prepared = {
    command: '/bin/bash',
    args: ['-c', `${prepare}; exec "$@"`, '-', process.execPath, file],
  };
  return started({ ...(prepare ? prepared : direct), env, ...start });
}

async function writeProgram(script: string): Promise<string> {
  const folder = await temporaryFolder();
  await build({
    entryPoints: [path.join(import.meta.dirname, '../src/index.ts')],
    outfile: path.join(folder, 'child.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
  });
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, `import * as child from './child.mjs';\n${script}`);
  return file;
}
