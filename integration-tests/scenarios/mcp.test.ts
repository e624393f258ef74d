import { readFile } from 'node:fs/promises';
import type { Client } from '@cusp/mcp/client';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { test } from '../harness/cusp-test.ts';
import { inspect } from '../harness/inspector.ts';
import { connectMcp } from '../harness/mcp-client.ts';

const GENERIC = ['Read', 'Write', 'Edit', 'Grep', 'Glob', 'LS', 'Bash'];
const MAX_LIST_BYTES = 20_480;

async function connect(args: readonly string[], workspace: string, stateDir: string): Promise<Client> {
  return (await connectMcp(args, { cwd: workspace, stateDir })).client;
}

describe('cusp mcp under MCP Inspector', () => {
  test('lists exactly the generic tools built so far [SUR-3, EXT-1]', async ({ workspace, stateDir }) => {
    const { tools } = await inspect(['mcp'], ['--method', 'tools/list'], { cwd: workspace, stateDir });
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(GENERIC);
  });

  test('reads a file', async ({ workspace, stateDir, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const call = ['--method', 'tools/call', '--tool-name', 'Read', '--tool-arg', 'file_path=a.txt'];
    const { content } = await inspect(['mcp'], call, { cwd: workspace, stateDir });
    expect(content).toEqual([{ type: 'text', text: '     1\tone' }]);
  });

  test('drives one family alone [PRO-1]', async ({ workspace, stateDir, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const options = { cwd: workspace, stateDir };
    const { tools } = await inspect(['service', 'files'], ['--method', 'tools/list'], options);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'Read',
      'Write',
      'Edit',
      'Grep',
      'Glob',
      'LS',
    ]);
    const call = ['--method', 'tools/call', '--tool-name', 'Grep', '--tool-arg', 'pattern=one'];
    expect((await inspect(['service', 'files'], call, options)).content[0].text).toContain('a.txt');
  });
});

describe('cusp mcp', () => {
  test('reads and edits in one session', async ({ workspace, stateDir, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const client = await connect([], workspace, stateDir);
    await client.callTool({ name: 'Read', arguments: { file_path: 'a.txt' } });
    await client.callTool({
      name: 'Edit',
      arguments: { file_path: 'a.txt', old_string: 'one', new_string: 'two' },
    });
    await client.close();
    expect(await readFile(`${workspace}/a.txt`, 'utf8')).toBe('two\n');
  });

  test('lists annotations and output schemas within its byte budget [EXT-1]', async ({
    workspace,
    stateDir,
  }) => {
    const client = await connect([], workspace, stateDir);
    const list = await client.listTools();
    await client.close();
    expect(JSON.stringify(list).length).toBeLessThan(MAX_LIST_BYTES);
    for (const tool of list.tools) {
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: expect.any(Boolean) });
      for (const [field, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect(schema, `${tool.name}.${field}`).toHaveProperty('description');
      }
    }
  });

  test.for(['TodoWrite', 'lsp', 'Echo', 'cusp/bind'])(
    'answers %s as an unknown tool [SUR-3, EXT-2]',
    async (name, { workspace, stateDir }) => {
      const client = await connect([], workspace, stateDir);
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
      await client.close();
    },
  );

  test('does not answer internal methods [EXT-2]', async ({ workspace, stateDir }) => {
    const client = await connect([], workspace, stateDir);
    const asked = client.request({ method: 'cusp/bind', params: {} } as never, z.looseObject({}));
    await expect(asked).rejects.toMatchObject({ code: -32601 });
    await client.close();
  });

  test('refuses Bash with the flag that allows it, and that flag allows it [EXT-3]', async ({
    workspace,
    stateDir,
  }) => {
    const call = { name: 'Bash', arguments: { command: 'echo hi' } };
    const careful = await connect([], workspace, stateDir);
    const refused = await careful.callTool(call);
    await careful.close();
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('--allowedTools Bash') }],
    });
    const trusting = await connect(['--allowedTools', 'Bash'], workspace, stateDir);
    expect(await trusting.callTool(call)).toMatchObject({
      content: [{ text: expect.stringContaining('hi') }],
    });
    await trusting.close();
  });

  test('narrows by --tier and --tools, and shapes by --family', async ({ workspace, stateDir }) => {
    const names = async (...args: string[]) => {
      const client = await connect(args, workspace, stateDir);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await names('--tier', 'read')).toEqual(['Read', 'Grep', 'Glob', 'LS']);
    expect(await names('--tools', 'Read,Grep')).toEqual(['Read', 'Grep']);
    expect(await names('--tier', 'read,write')).not.toContain('Bash');
    expect(await names('--family', 'gpt')).not.toContain('Edit');
  });
});

describe('what a client passes to its model is whole', () => {
  test('an agent that prefers structure gets the text alone, and no output schemas', async ({
    workspace,
    stateDir,
    lay,
  }) => {
    await lay({ 'a.txt': 'one\n' });
    const { client } = await connectMcp([], { cwd: workspace, stateDir, clientName: 'claude-code' });
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'Read', arguments: { file_path: 'a.txt' } });
    await client.close();
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
    expect(result).toEqual({ content: [{ type: 'text', text: '     1\tone' }] });
  });

  test('any other client gets a structure that has the text too [EXT-1]', async ({
    workspace,
    stateDir,
    lay,
  }) => {
    await lay({ 'a.txt': 'one\n' });
    const client = await connect([], workspace, stateDir);
    await client.listTools();
    const result = await client.callTool({ name: 'Read', arguments: { file_path: 'a.txt' } });
    await client.close();
    expect(result.structuredContent).toEqual({
      path: 'a.txt',
      startLine: 1,
      endLine: 1,
      totalLines: 1,
      text: '     1\tone',
    });
  });
});
