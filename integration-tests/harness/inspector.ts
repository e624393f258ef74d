import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { CUSP, type CuspOptions, cuspEnvironment } from './cusp.ts';

const require = createRequire(import.meta.url);
const inspector = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'cli/build/cli.js',
);

/** Runs MCP Inspector's command line on `cusp ARGS` and answers what it printed as JSON. */
export async function inspect(
  cuspArgs: readonly string[],
  inspectorArgs: readonly string[],
  options: CuspOptions,
) {
  const args = [inspector, '--cli', process.execPath, CUSP, ...cuspArgs, ...inspectorArgs];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: cuspEnvironment(options),
    ...(options.cwd ? { cwd: options.cwd } : {}),
  });
  return JSON.parse(stdout);
}
