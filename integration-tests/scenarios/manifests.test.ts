import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from '../harness/cusp-test.ts';
import { connectCusp } from '../harness/mcp-client.ts';

test.for(['files', 'shell'])(
  "the %s service's manifest equals its live tools/list [PRO-4]",
  async (name, { workspace, stateDir }) => {
    const file = new URL(`../../services/${name}/dist/tools.json`, import.meta.url);
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const { client } = await connectCusp(['service', name], { cwd: workspace, stateDir });
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
