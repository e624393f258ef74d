import { methods } from '@cusp/protocol';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { toy } from './fixtures/toy-service.ts';

const test = serviceTest(toy);
const anything = z.looseObject({});

describe('a tool', () => {
  test('answers with text and structured content [PRO-4]', async ({ call }) => {
    expect(await call('Echo', { text: 'hi', mode: 'loud' })).toEqual({
      text: 'HI',
      structured: { length: 2 },
    });
  });

  test('is listed with its schemas and the annotations of its tier [PRO-4]', async ({ client }) => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'Echo',
      'Note',
      'Told',
      'Fail',
      'Serial',
      'AskHost',
      'Job',
    ]);
    expect(tools[0]).toMatchObject({
      title: 'Echo',
      inputSchema: { type: 'object', required: ['text'], additionalProperties: false },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(tools[1]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  test('names each wrong field, what it got and what it takes [PIPE-1]', async ({ call }) => {
    expect(await call('Echo', { text: '', times: 'x', mode: 'quiet', tiems: 1 })).toEqual({
      code: 'invalid_input',
      text:
        'Echo: "text" takes at least 1 characters, got ""; "times" takes number, got "x"; ' +
        '"mode" takes "plain" | "loud", got "quiet"; no field "tiems"\n' +
        'Echo takes text: string, times?: integer, mode?: "plain" | "loud"',
    });
  });

  test('says which required field is missing', async ({ call }) => {
    expect((await call('Echo', {})).text).toMatch(/^Echo: "text" is missing\n/);
  });

  test('fails with a code, a message and a hint', async ({ call }) => {
    expect(await call('Fail', { how: 'typed' })).toEqual({
      code: 'not_found',
      text: 'There is no "x"\nCall Echo.',
    });
  });

  test('that has a bug answers with an internal error and goes on', async ({ call }) => {
    const outcome = await call('Fail', { how: 'bug' });
    expect(outcome).toEqual({ code: 'internal', text: 'Internal error in Fail: x is not a function' });
    expect((await call('Echo', { text: 'a' })).text).toBe('a');
  });

  test('stops when its call is cancelled [PRO-8]', async ({ call }) => {
    const controller = new AbortController();
    const hanging = call('Fail', { how: 'hang' }, { signal: controller.signal });
    controller.abort('enough');
    await expect(hanging).rejects.toThrow('enough');
  });

  test('that is serial never overlaps itself', async ({ call }) => {
    const outcomes = await Promise.all([call('Serial', {}), call('Serial', {}), call('Serial', {})]);
    expect(outcomes.map(({ text }) => text)).toEqual(['1', '1', '1']);
  });

  test('reports progress to a client that asked for it [PRO-1]', async ({ call }) => {
    const messages: string[] = [];
    await call('Serial', {}, { onProgress: (message) => messages.push(message) });
    expect(messages).toEqual(['running']);
  });

  test('that nobody declared is an unknown tool', async ({ call }) => {
    await expect(call('Nope', {})).rejects.toThrow('Unknown tool: Nope');
  });
});

describe('a tool with an action table', () => {
  test('lists every action with its fields in the description', async ({ client }) => {
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'Job')?.description).toBe(
      'Handles jobs. action selects:\nstart {command: string, name?: string}: start one\nlist {}: list them',
    );
  });

  test('runs the action', async ({ call }) => {
    expect((await call('Job', { action: 'start', command: 'x' })).text).toBe('started x');
  });

  test('refuses a field of another action and names those of this one', async ({ call }) => {
    expect(await call('Job', { action: 'list', command: 'x' })).toEqual({
      code: 'invalid_input',
      text: 'Job list: no field "command"\nJob list takes ',
    });
  });

  test('names a field that the action needs', async ({ call }) => {
    expect((await call('Job', { action: 'start' })).text).toMatch(/^Job start: "command" is missing\n/);
  });
});

describe('the methods of the host [PRO-2]', () => {
  const ask = (client: import('@cusp/mcp/client').Client, method: string, params: object) =>
    client.request({ method, params } as never, anything);

  test('preview says what a call would change and changes nothing', async ({ client, folders }) => {
    const input = { file_path: 'a.txt', content: 'A' };
    const { changes } = await ask(client, methods.preview.name, { tool: 'Note', input });
    expect(changes).toEqual([{ path: `${folders.workspace}/a.txt`, kind: 'create', after: 'A' }]);
  });

  test('preview of a tool without one is an error', async ({ client }) => {
    await expect(ask(client, methods.preview.name, { tool: 'Echo', input: {} })).rejects.toThrow(
      'Echo has no preview',
    );
  });

  test('the write stage reaches the service in order', async ({ client, call }) => {
    const change = { path: '/w/a', kind: 'modify', hashBefore: 'x', hashAfter: 'y' };
    await ask(client, methods.willWrite.name, { paths: ['/w/a'], waitMs: 50 });
    const verdict = await ask(client, methods.didWrite.name, { changes: [change], waitMs: 50 });
    await client.notification({
      method: methods.changes.name,
      params: { changes: [change], stage: 'settled' },
    } as never);
    await client.notification({ method: methods.opened.name, params: { path: '/w/a' } } as never);
    expect(verdict).toEqual({ state: 'findings', diagnostics: ['a type error'] });
    expect((await call('Told', {})).text).toBe('willWrite /w/a 50\ndidWrite 1\nsettled /w/a\nopened /w/a');
  });

  test('params that do not fit are answered with what is wrong', async ({ client }) => {
    await expect(ask(client, methods.willWrite.name, { paths: 'a' })).rejects.toThrow('cusp/willWrite');
  });

  test('a service calls a tool of the run through the host', async ({ client, call }) => {
    client.setRequestHandler(
      z.object({ method: z.literal(methods.hostCallTool.name), params: methods.hostCallTool.params }),
      async ({ params }) => ({ content: [{ type: 'text', text: `${params.name} was called` }] }),
    );
    expect((await call('AskHost', { name: 'Read' })).text).toContain('Read was called');
  });

  test('a second bind starts with fresh state', async ({ client, call, folders }) => {
    await client.notification({ method: methods.opened.name, params: { path: '/w/a' } } as never);
    expect((await call('Told', {})).text).toBe('opened /w/a');
    const resources = {
      languageServers: true,
      debugSessions: true,
      parser: true,
      kernels: true,
      questions: false,
      vibe: false,
      sandbox: 'off',
    };
    const run = {
      runId: 'r2',
      conversationId: 'r2',
      workspaceRoots: [folders.workspace],
      cwd: folders.workspace,
      stateDir: folders.stateDir,
    };
    await ask(client, methods.bind.name, { ...run, trusted: true, settings: {}, resources });
    expect((await call('Told', {})).text).toBe('');
  });
});
