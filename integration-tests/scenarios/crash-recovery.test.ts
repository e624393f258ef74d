import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { test } from '../harness/cusp-test.ts';

const ROUNDS = 50;
const LONGEST_LIFE_MS = 200;
const NAMES = ['a.txt', 'b.txt', 'c.txt'];
const COMMIT = fileURLToPath(new URL('../../shared/commit', import.meta.url));

/** A writer that rewrites three files as one change, again and again, and is killed at a random moment. */
async function writeAndDie(
  bundle: string,
  stateDir: string,
  files: readonly string[],
  lifeMs: number,
): Promise<void> {
  const writer = path.join(COMMIT, 'test/fixtures/rewrite-all.mjs');
  const child = spawn(process.execPath, [writer, bundle, stateDir, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('after kill -9 in the middle of multi-file commits, the next run finds all old or all new [PRO-5, Q-3]', async ({
  cusp,
  lay,
  root,
  workspace,
  stateDir,
}) => {
  const bundle = path.join(root, 'commit.mjs');
  const source = { entryPoints: [path.join(COMMIT, 'src/index.ts')], conditions: ['source'] };
  await build({
    ...source,
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  await lay(Object.fromEntries(NAMES.map((name) => [name, 'old\n'])));
  const files = NAMES.map((name) => path.join(workspace, name));
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    await writeAndDie(bundle, stateDir, files, Math.random() * LONGEST_LIFE_MS);
    expect((await cusp(['call', 'LS', '{}'])).code).toBe(0);
    const [content = '', ...others] = files.map((file) => readFileSync(file, 'utf8'));
    for (const other of others) expect(other).toBe(content);
    expect(content.endsWith('\n')).toBe(true);
    seen.add(content);
  }
  expect(seen.size).toBeGreaterThan(ROUNDS / 5);
  expect(readdirSync(workspace).sort()).toEqual(NAMES);
});
