import {
  type CallToolResult,
  type IncomingCall,
  McpDoor,
  RPC_CODES,
  RpcError,
  StdioTransport,
} from '@cusp/mcp';
import type { Family, Tier } from '@cusp/protocol';
import { VERSION } from '@cusp/service-kit';
import { presentationFor } from '../expose/present.ts';
import { openRun } from '../run/open-run.ts';
import type { Run } from '../run/run.ts';
import type { RunOptions } from './flags.ts';
import { withRun } from './with-run.ts';

const ANSWER_WITHIN_MS = 50_000;
const PROGRESS_EVERY_MS = 10_000;
const INSTRUCTIONS =
  'Read a file before you edit it. Long output is kept whole as artifact:<id>, readable with Read and Grep.';

interface McpOptions extends RunOptions {
  tier?: Tier[];
  tools?: string[];
  family?: Family;
}

/** `cusp mcp`: the generic tools on this process's stdio until the client is gone. */
export async function mcp(options: McpOptions): Promise<void> {
  const run = openRun(options, {
    door: 'external',
    mode: 'acceptEdits',
    family: options.family,
    tiers: options.tier && new Set(options.tier),
    only: options.tools,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  await withRun(run, async (_run, signal) => {
    const door = openDoor(run);
    signal.addEventListener('abort', () => void door.close(), { once: true });
    await door.connect(new StdioTransport());
    await door.closed;
  });
  process.exit();
}

function openDoor(run: Run): McpDoor {
  const tools = run.tools();
  const names = new Set(tools.map(({ name }) => name));
  const present = () => presentationFor(door.client?.name);
  const door: McpDoor = new McpDoor({
    name: 'cusp',
    version: VERSION,
    instructions: INSTRUCTIONS,
    listTools: async () => tools.map(({ name, tool }) => present().tool(name, tool.manifest)),
    callTool: async (call) => {
      if (!names.has(call.name))
        throw new RpcError(
          RPC_CODES.invalidParams,
          `Unknown tool: ${call.name}; the tools are ${[...names].join(', ')}`,
        );
      return present().result(await callWithProgress(run, call));
    },
  });
  return door;
}

/** A client that asked for progress hears of a long call every 10 s, so that it does not give up. */
async function callWithProgress(
  run: Run,
  { name, input, signal, progress }: IncomingCall,
): Promise<CallToolResult> {
  if (!progress) return run.call({ name, input, signal });
  let steps = 0;
  const report = (message: string) => progress(++steps, message);
  const timer = setInterval(() => report(`${name} is still at work`), PROGRESS_EVERY_MS);
  try {
    return await run.call({ name, input, signal, progress: (_progress, message) => report(message) });
  } finally {
    clearInterval(timer);
  }
}
