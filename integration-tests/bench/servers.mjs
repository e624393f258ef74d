import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL('.', import.meta.url));

/** A temporary folder that goes with this process. */
export function temporaryFolder() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'cusp-bench-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const state = temporaryFolder();

/** The environment of every cusp under measure: a state directory of its own. */
export const environment = { ...process.env, CUSP_CONFIG_DIR: path.join(state, 'config') };

const cuspScript = path.join(here, '../../orchestrator/bin/cusp.js');

/** The commands of everything measured, each serving `workspace`. */
export function servers(workspace) {
  const filesystem = path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json'));
  return {
    cusp: [process.execPath, cuspScript, 'mcp', '--cwd', workspace],
    filesystem: [process.execPath, path.join(filesystem, 'dist/index.js'), workspace],
    sdk: [process.execPath, bundleSdkServer()],
    echo: [process.execPath, path.join(here, 'fixtures/echo-child.mjs')],
    node: [process.execPath, '-e', '0'],
  };
}

let sdkServer;

/** One minified file, as fair as what cusp does for its own processes. */
function bundleSdkServer() {
  if (sdkServer) return sdkServer;
  sdkServer = path.join(state, 'sdk-server.mjs');
  const esbuild = path.join(path.dirname(require.resolve('esbuild/package.json')), 'bin/esbuild');
  execFileSync(esbuild, [
    path.join(here, 'fixtures/sdk-server.mjs'),
    `--outfile=${sdkServer}`,
    '--bundle',
    '--minify',
    '--format=esm',
    '--platform=node',
    '--log-level=error',
    "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  ]);
  return sdkServer;
}
