import { Client, StdioClientTransport } from '@cusp/mcp/client';
import { CUSP, type CuspOptions, cuspEnvironment } from './cusp.ts';

interface ClientOptions extends CuspOptions {
  /** How the client calls itself; `test` when left out. */
  clientName?: string;
}

interface Connected {
  client: Client;
  /** Of the cusp that serves it. */
  pid: number;
}

/** An MCP client of `cusp ARGS`. */
export async function connectCusp(args: readonly string[], options: ClientOptions): Promise<Connected> {
  const client = new Client({ name: options.clientName ?? 'test', version: '0' });
  const variables = Object.entries(cuspEnvironment(options)).map(([name, value = '']) => [name, value]);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CUSP, ...args],
    env: Object.fromEntries(variables),
    ...(options.cwd ? { cwd: options.cwd } : {}),
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

/** An MCP client of `cusp mcp ARGS`. */
export function connectMcp(args: readonly string[], options: ClientOptions): Promise<Connected> {
  return connectCusp(['mcp', ...args], options);
}
