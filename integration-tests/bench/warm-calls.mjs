import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { RpcClient } from './rpc-client.mjs';
import { environment, servers, temporaryFolder } from './servers.mjs';
import { interleave, median, timed } from './statistics.mjs';

const WARM_UP_CALLS = 2_000;
const CALLS = 400;
const ROUNDS = 5;
const LINES = 120;

/** p50 of one Read and one Edit of a 5 kB file, warm, and of the pipeline against one SDK echo. */
export async function warmCalls() {
  const workspace = temporaryFolder();
  const files = { cusp: path.join(workspace, 'ours.txt'), filesystem: path.join(workspace, 'theirs.txt') };
  const text = Array.from({ length: LINES }, (_, line) => `line ${line} of a file that is read and edited\n`);
  for (const file of Object.values(files)) writeFileSync(file, text.join(''));
  const commands = servers(workspace);
  const clients = {
    cusp: new RpcClient(commands.cusp, { env: environment }),
    filesystem: new RpcClient(commands.filesystem),
    sdk: new RpcClient(commands.sdk),
  };
  for (const client of Object.values(clients)) await client.initialize();
  const work = callsOf(clients, files);
  for (const call of Object.values(work)) for (let made = 0; made < WARM_UP_CALLS; made++) await call();
  const ms = await interleave(
    ROUNDS,
    Object.fromEntries(Object.entries(work).map(([name, call]) => [name, () => p50(call)])),
  );
  for (const client of Object.values(clients)) await client.close();
  return [
    {
      what: 'warm Read, p50',
      unit: 'ms',
      ours: ms.cuspRead,
      peer: 'server-filesystem',
      theirs: ms.peerRead,
      aim: 1.1,
    },
    {
      what: 'warm Edit, p50',
      unit: 'ms',
      ours: ms.cuspEdit,
      peer: 'server-filesystem',
      theirs: ms.peerEdit,
      aim: 1.1,
    },
    {
      what: 'warm Read of 1 line, p50',
      unit: 'ms',
      ours: ms.cuspLine,
      peer: 'one SDK echo',
      theirs: ms.sdkEcho,
    },
  ];
}

/** Each edit turns the text back to what the one before it made of it, so that every call does the same work. */
function callsOf({ cusp, filesystem, sdk }, files) {
  const flip = { cusp: false, filesystem: false };
  const texts = (name) => {
    flip[name] = !flip[name];
    return flip[name] ? [`line 60 of a`, `line sixty of a`] : [`line sixty of a`, `line 60 of a`];
  };
  return {
    cuspRead: () => cusp.call('Read', { file_path: files.cusp }),
    peerRead: () => filesystem.call('read_text_file', { path: files.filesystem }),
    cuspEdit: () => {
      const [old_string, new_string] = texts('cusp');
      return cusp.call('Edit', { file_path: files.cusp, old_string, new_string });
    },
    peerEdit: () => {
      const [oldText, newText] = texts('filesystem');
      return filesystem.call('edit_file', { path: files.filesystem, edits: [{ oldText, newText }] });
    },
    cuspLine: () => cusp.call('Read', { file_path: files.cusp, limit: 1 }),
    sdkEcho: () => sdk.call('echo', { text: 'hello' }),
  };
}

async function p50(call) {
  const samples = [];
  for (let made = 0; made < CALLS; made++) samples.push(await timed(call));
  return median(samples);
}
