import { Client, StdioClientTransport } from '@cusp/mcp/client';
import { CUSP, type CuspOptions, cuspEnvironment } from './cusp.ts';

/** An MCP client of `cusp ARGS`, with the pid of that cusp. */
export async function connectCusp(
  args: readonly string[],
  options: CuspOptions,
): Promise<{ client: Client; pid: number }> {
  const client = new Client({ name: 'test', version: '0' });
  const env = Object.fromEntries(
    Object.entries(cuspEnvironment(options)).map(([name, value = '']) => [name, value]),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CUSP, ...args],
    env,
    ...(options.cwd ? { cwd: options.cwd } : {}),
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

/** The same of `cusp mcp ARGS`. */
export function connectMcp(
  args: readonly string[],
  options: CuspOptions,
): Promise<{ client: Client; pid: number }> {
  return connectCusp(['mcp', ...args], options);
}
