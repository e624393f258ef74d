import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rgPath } from '@vscode/ripgrep';
import { RpcClient } from './rpc-client.mjs';
import { environment, servers, temporaryFolder } from './servers.mjs';
import { interleave, timed } from './statistics.mjs';

const ROUNDS = 7;
const FILES = 27_000;
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Grep by name list over trees of 3,000 and 27,000 files against `rg -l` itself. */
export async function grep() {
  const rows = [];
  for (const count of [3_000, FILES]) rows.push(await grepTree(layTree(count), count));
  return rows;
}

async function grepTree(tree, count) {
  const client = new RpcClient(servers(tree).cusp, { env: environment });
  await client.initialize();
  const input = { pattern: 'function', head_limit: 0 };
  await client.call('Grep', input);
  const ms = await interleave(ROUNDS, {
    cusp: () => timed(() => client.call('Grep', input)),
    rg: () => timed(() => runRg(tree)),
  });
  await client.close();
  return { what: `Grep, ${count} files`, unit: 'ms', ours: ms.cusp, peer: 'rg -l', theirs: ms.rg, aim: 1.1 };
}

function runRg(tree) {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, ['--no-config', '-l', 'function', tree], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.resume();
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`rg exited with ${code}`))));
  });
}

/** Copies of one real source file in folders of 100, every other with a line that matches. */
function layTree(count) {
  const tree = temporaryFolder();
  const source = path.join(modules, 'zod/v4/core/schemas.js');
  for (let index = 0; index < count; index++) {
    const folder = path.join(tree, `folder${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(folder);
    if (index % 20 === 0) cpSync(source, path.join(folder, `source${index}.js`));
    else
      writeFileSync(
        path.join(folder, `note${index}.md`),
        index % 2 ? 'a function of notes\n' : 'plain notes\n',
      );
  }
  return tree;
}
