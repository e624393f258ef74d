import { readFileSync } from 'node:fs';
import { Client, StdioClientTransport } from '@cusp/mcp/client';
import { expect } from 'vitest';
import { CUSP, cuspEnvironment } from '../harness/cusp.ts';
import { test } from '../harness/cusp-test.ts';

test.for(['files', 'shell'])(
  "the %s service's manifest equals its live tools/list [PRO-4]",
  async (name, { workspace, stateDir }) => {
    const file = new URL(`../../services/${name}/dist/tools.json`, import.meta.url);
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const client = new Client({ name: 'test', version: '0' });
    const env = cuspEnvironment({ stateDir }) as Record<string, string>;
    const args = [CUSP, 'service', name];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: workspace, env }));
    const { tools } = await client.listTools();
    await client.close();
    const pick = ({
      name: tool,
      title,
      description,
      inputSchema,
      outputSchema,
    }: Record<string, unknown>) => ({
      tool,
      title,
      description,
      inputSchema,
      outputSchema,
    });
    expect(tools.map(pick)).toEqual(manifest.tools.map(pick));
  },
);
