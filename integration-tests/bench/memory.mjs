import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RpcClient } from './rpc-client.mjs';
import { environment, servers, temporaryFolder } from './servers.mjs';
import { interleave } from './statistics.mjs';

const ROUNDS = 5;

/** Proportional set size of a server's processes after tools/list, and of cusp's files service after a Read, in MB. */
export async function memory() {
  const workspace = temporaryFolder();
  writeFileSync(path.join(workspace, 'file.txt'), 'one line\n');
  const { cusp, filesystem, sdk } = servers(workspace);
  const mb = await interleave(ROUNDS, {
    cusp: () => measure(cusp),
    used: () => measure(cusp, (client) => client.call('Read', { file_path: 'file.txt' })),
    filesystem: () => measure(filesystem),
    sdk: () => measure(sdk),
  });
  return [
    {
      what: 'memory idle (PSS)',
      unit: 'MB',
      ours: mb.cusp,
      peer: 'bundled SDK server',
      theirs: mb.sdk,
      aim: 1.2,
    },
    {
      what: 'memory idle (PSS)',
      unit: 'MB',
      ours: mb.cusp,
      peer: 'server-filesystem',
      theirs: mb.filesystem,
    },
    {
      what: 'memory of one used service (PSS)',
      unit: 'MB',
      ours: mb.used - mb.cusp,
      peer: 'bundled SDK server',
      theirs: mb.sdk,
      aim: 1.2,
    },
  ];
}

async function measure(command, use = async () => undefined) {
  const client = new RpcClient(command, { env: environment });
  await client.initialize();
  await client.request('tools/list');
  await use(client);
  const mb =
    [client.child.pid, ...childrenOf(client.child.pid)].reduce((sum, pid) => sum + pssOf(pid), 0) / 1024;
  await client.close();
  return mb;
}

function pssOf(pid) {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
}

function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
