import { spawn } from 'node:child_process';
import { RpcClient } from './rpc-client.mjs';
import { environment, servers, temporaryFolder } from './servers.mjs';
import { interleave, timed } from './statistics.mjs';

const ROUNDS = 9;

/** Start to the answer of tools/list; for `node -e 0`, start to exit. */
export async function coldStart() {
  const { node, ...all } = servers(temporaryFolder());
  const subjects = Object.fromEntries(
    Object.entries(all).map(([name, command]) => [name, () => startToList(command)]),
  );
  const ms = await interleave(ROUNDS, { node: () => timed(() => runToExit(node)), ...subjects });
  return [
    row('cold start to tools/list', ms.cusp, 'server-filesystem', ms.filesystem, 0.75),
    row('cold start to tools/list', ms.cusp, 'raw echo child', ms.echo, 2),
    row('cold start to tools/list', ms.cusp, 'bundled SDK server', ms.sdk),
    row('cold start to tools/list', ms.cusp, 'node -e 0', ms.node),
  ];
}

async function startToList(command) {
  const start = performance.now();
  const client = new RpcClient(command, { env: environment });
  await client.initialize();
  await client.request('tools/list');
  const ms = performance.now() - start;
  await client.close();
  return ms;
}

function runToExit([command, ...args]) {
  return new Promise((resolve) => spawn(command, args, { stdio: 'ignore' }).once('exit', resolve));
}

function row(what, ours, peer, theirs, aim) {
  return { what, unit: 'ms', ours, peer, theirs, ...(aim ? { aim } : {}) };
}
