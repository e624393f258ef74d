import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findTagged } from '@cusp/child';
import type { CallToolResult } from '@cusp/mcp';
import { CHANGES_META, ERROR_META, REPAIRS_META } from '@cusp/protocol';
import { serviceTag } from '@cusp/service-kit';
import { describe, expect } from 'vitest';
import type { Run } from '../src/run/run.ts';
import { test } from './fixtures/toy-run.ts';

const never = new AbortController().signal;

function call(run: Run, name: string, input: unknown = {}): Promise<CallToolResult> {
  return run.call({ name, input, signal: never });
}

function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
}

function codeOf(result: CallToolResult): unknown {
  return (result._meta?.[ERROR_META] as { code: string } | undefined)?.code;
}

/** Calls Hang and answers the service's pid once it is at work, with the pending call. */
async function hang(run: Run, signal = never): Promise<{ pid: number; pending: Promise<CallToolResult> }> {
  let pending: Promise<CallToolResult> | undefined;
  const pid = await new Promise<number>((resolve) => {
    pending = run.call({
      name: 'Hang',
      input: {},
      signal,
      progress: (_value, text) => resolve(Number(text)),
    });
  });
  if (!pending) throw new Error('the call was not made');
  return { pid, pending };
}

describe('a run', () => {
  test('starts a service at its first call, not before', async ({ openToy }) => {
    const run = await openToy();
    expect(run.connection('toy').pid).toBeUndefined();
    expect(textOf(await call(run, 'Echo', { text: 'hi' }))).toBe('hi');
    expect(run.connection('toy').pid).toBeGreaterThan(0);
  });

  test('tells every running service what a call changed, then that its hooks are done [PRO-5]', async ({
    openToy,
  }) => {
    const run = await openToy();
    const result = await call(run, 'Change', { file_path: 'a.txt' });
    expect(result._meta?.[CHANGES_META]).toMatchObject([{ kind: 'modify', hashBefore: 'a', hashAfter: 'b' }]);
    expect(textOf(await call(run, 'Told'))).toBe('call modify\nsettled modify');
  });

  test('tells it before any later call, however fast that follows [FS-7]', async ({ openToy }) => {
    const run = await openToy();
    await call(run, 'Told');
    for (let round = 1; round <= 50; round++) {
      await call(run, 'Change', { file_path: 'a.txt' });
      expect(textOf(await call(run, 'Told')).split('\n')).toHaveLength(2 * round);
    }
  });

  test('adds what happened outside calls to the next result, once', async ({ openToy }) => {
    const run = await openToy();
    const results = [await call(run, 'Misbehave', { how: 'event' }), await call(run, 'Echo', { text: 'a' })];
    const lines = results.flatMap((result) => textOf(result).split('\n'));
    expect(lines.sort()).toEqual(['a', 'done', 'server ended with exit code 1']);
  });

  test('lets a service call other tools through the same pipeline', async ({ openToy }) => {
    const run = await openToy();
    const answer = textOf(await call(run, 'Bridge', { name: 'say', input: { message: 'hi' } }));
    expect(JSON.parse(answer).content[0].text).toBe('hi');
  });

  test('closes with no process left [PRO-6]', async ({ openToy }) => {
    const run = await openToy();
    const { pending } = await hang(run);
    await run.close();
    expect(codeOf(await pending)).toBe('cancelled');
    expect(await findTagged(serviceTag(run.options.binding.runId, 'toy'))).toEqual([]);
  });
});

describe('a service that fails [PRO-7]', () => {
  test('killed in a call gives one clear error, and the next call works', async ({ openToy }) => {
    const run = await openToy();
    const { pid, pending } = await hang(run);
    process.kill(pid, 'SIGKILL');
    const result = await pending;
    expect(codeOf(result)).toBe('service_exited');
    expect(textOf(result)).toBe(
      'The toy service ended (SIGKILL) during the call; lost: what it was told\nCall again: it starts anew.',
    );
    expect(textOf(await call(run, 'Echo', { text: 'again' }))).toBe('again');
    expect(run.connection('toy').pid).not.toBe(pid);
  });

  test('that exits names its code and the tail of its stderr', async ({ openToy }) => {
    const run = await openToy();
    const text = textOf(await call(run, 'Misbehave', { how: 'exit' }));
    expect(text).toContain('The toy service ended (exit code 3) during the call');
    expect(text).toContain('Its last words: I have had enough');
  });

  test('killed while idle is started anew by the next call, which says what is lost', async ({ openToy }) => {
    const run = await openToy();
    await call(run, 'Echo', { text: 'a' });
    process.kill(run.connection('toy').pid ?? 0, 'SIGKILL');
    await expect.poll(() => run.connection('toy').pid).toBeUndefined();
    const said = textOf(await call(run, 'Echo', { text: 'b' }));
    expect(said).toBe('b\nThe toy service ended (SIGKILL); lost: what it was told');
    expect(textOf(await call(run, 'Echo', { text: 'c' }))).toBe('c');
  });

  test('that writes garbage to its stdout goes on', async ({ openToy }) => {
    const run = await openToy();
    expect(textOf(await call(run, 'Misbehave', { how: 'garbage' }))).toBe('done');
    expect(textOf(await call(run, 'Echo', { text: 'a' }))).toBe('a');
  });

  test('that is stopped in a call is ended, and the next call works [Q-1]', async ({ openToy }) => {
    const run = await openToy({ environment: () => ({ ...process.env, CUSP_HANG_SECONDS: '1' }) });
    const { pid, pending } = await hang(run);
    process.kill(pid, 'SIGSTOP');
    expect(textOf(await pending)).toContain(
      'The toy service ended (it answered nothing for 1 s and was ended)',
    );
    expect(textOf(await call(run, 'Echo', { text: 'again' }))).toBe('again');
  });

  test('that is at work for long is left alone while it answers pings', async ({ openToy }) => {
    const run = await openToy({ environment: () => ({ ...process.env, CUSP_HANG_SECONDS: '2' }) });
    const controller = new AbortController();
    const { pid, pending } = await hang(run, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(run.connection('toy').pid).toBe(pid);
    controller.abort(new Error('enough'));
    expect(codeOf(await pending)).toBe('cancelled');
  });

  test('a cancelled call ends as cancelled and stops in the service [PRO-8]', async ({ openToy }) => {
    const run = await openToy();
    const controller = new AbortController();
    const { pending } = await hang(run, controller.signal);
    controller.abort(new Error('enough'));
    expect(codeOf(await pending)).toBe('cancelled');
    expect(textOf(await call(run, 'Echo', { text: 'a' }))).toBe('a');
  });
});

describe('a result', () => {
  test('past 30,000 characters keeps head and tail and the whole as an artifact [PIPE-4]', async ({
    openToy,
  }) => {
    const run = await openToy();
    const text = textOf(await call(run, 'Echo', { text: 'abcdefghi\n', times: 5_000 }));
    expect(text.length).toBeLessThan(31_000);
    const [, id = ''] = /artifact:([a-z0-9-]+)/.exec(text) ?? [];
    const file = run.artifacts.resolve(`artifact:${id}`) ?? '';
    expect(await readFile(file, 'utf8')).toBe('abcdefghi\n'.repeat(5_000));
  });

  test('of 9 MB passes while other calls are answered [PRO-8]', async ({ openToy }) => {
    const run = await openToy();
    const [picture, echo] = await Promise.all([
      call(run, 'Picture', { bytes: 9_000_000 }),
      call(run, 'Echo', { text: 'a' }),
    ]);
    const [image] = picture.content;
    expect(image?.type === 'image' ? image.data.length : 0).toBe(12_000_000);
    expect(textOf(echo)).toBe('a');
  });

  test('says what was repaired, once [PIPE-1]', async ({ openToy }) => {
    const run = await openToy();
    const result = await call(run, 'echo', { message: 7, extra: 1 });
    expect(textOf(result)).toBe('7');
    expect(result._meta?.[REPAIRS_META]).toEqual([
      '"message" was taken as "text"',
      '"text": 7 was taken as "7"',
      '"extra" is no field here and was left out',
    ]);
  });
});

describe('input that would break the pipeline itself', () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

  test('nested 20,000 deep is refused, and so is a name of 1 MB, shown short', async ({ openToy }) => {
    const run = await openToy();
    expect(textOf(await call(run, 'Echo', { text: nested(20_000) }))).toContain('nested too deeply');
    const unknown = textOf(await call(run, 'x'.repeat(1_000_000)));
    expect(unknown.length).toBeLessThan(500);
  });

  test('names of object methods are fields like any other', async ({ openToy }) => {
    const run = await openToy();
    const result = await call(run, 'Echo', { text: 'a', constructor: 1, toString: 2 });
    expect(textOf(result)).toBe('a');
  });
});

describe('the permission stage', () => {
  test('refuses a path outside the workspace and names the flag that opens it [PIPE-5]', async ({
    openToy,
  }) => {
    const run = await openToy();
    const result = await call(run, 'Change', { file_path: '/etc/hosts' });
    expect(codeOf(result)).toBe('outside_workspace');
    expect(textOf(result)).toContain('--add-dir /etc');
  });

  test('lets an external client edit, and not start programs without a flag [EXT-3]', async ({ openToy }) => {
    const policy = {
      mode: 'acceptEdits',
      allowed: new Set<string>(),
      disallowed: new Set<string>(),
    } as const;
    const run = await openToy({ door: 'external', policy });
    expect(textOf(await call(run, 'Change', { file_path: 'a' }))).toBe('changed');
    const hidden = await call(run, 'Hang');
    expect(codeOf(hidden)).toBe('unknown_tool');
  });

  test('denies what is disallowed and hides it', async ({ openToy }) => {
    const policy = { mode: 'default', allowed: new Set<string>(), disallowed: new Set(['Echo']) } as const;
    const run = await openToy({ policy });
    expect(codeOf(await call(run, 'Echo', { text: 'a' }))).toBe('unknown_tool');
  });
});

test('every call is a line of the trace with its stages [PIPE-7]', async ({ openToy, folder }) => {
  const run = await openToy();
  await call(run, 'Echo', { text: 'a' });
  await call(run, 'Nope');
  await run.close();
  const file = path.join(folder, 'state', 'runs', run.options.binding.runId, 'trace.jsonl');
  const [first, second] = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ name: 'Echo', service: 'toy', decision: 'allow (tier read)', bytes: 1 });
  expect(Object.keys(first.ms)).toEqual([
    'repair',
    'hooksBefore',
    'permission',
    'tool',
    'hooksAfter',
    'finish',
    'total',
  ]);
  expect(second).toMatchObject({ name: 'Nope', error: 'unknown_tool' });
});
