import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);
const LONG = 'd/'.repeat(500_000);
const NOBODY = 65_534;

describe('a file name', () => {
  test('with control characters is shown on one line, escaped [FS-19]', async ({ workspace, call }) => {
    await workspace({ 'a\nb\u001b[31m.txt': 'foo' });
    expect((await call('Glob', { pattern: '*' })).text).toBe('a\\nb\\u001b[31m.txt');
    expect((await call('LS', {})).text).toContain('\n  a\\nb\\u001b[31m.txt  3 B');
    expect((await call('Grep', { pattern: 'foo' })).text).toBe('a\\nb\\u001b[31m.txt');
    expect((await call('Read', { file_path: 'a\nc.txt' })).text).toContain('"a\\nc.txt" does not exist');
  });

  test('stays as it is where a program reads it', async ({ workspace, call }) => {
    await workspace({ 'a\nb.txt': 'foo' });
    const structured = { paths: ['a\nb.txt'] };
    expect(await call('Glob', { pattern: '*' })).toMatchObject({ structured });
  });

  test.for([
    ['Read', { file_path: LONG }],
    ['Edit', { file_path: LONG, old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: LONG, content: '' }],
    ['Grep', { pattern: 'a', path: LONG }],
    ['Glob', { pattern: `${LONG}*` }],
    ['Glob', { pattern: '*', path: LONG }],
    ['LS', { path: LONG }],
    ['LS', { ignore: [LONG] }],
  ] as const)('of 1 MB is not echoed whole: %s', async ([tool, input], { workspace, call }) => {
    await workspace({});
    const { text, code } = await call(tool, input);
    expect(code).toBe(tool === 'Read' && text.includes('not exist') ? 'not_found' : 'invalid_input');
    expect(text.length).toBeLessThan(1_000);
  });

  test('that is not UTF-8 is not made anew through a link [FS-8]', async ({ workspace, call }) => {
    const root = await workspace({});
    const directory = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]);
    mkdirSync(directory);
    symlinkSync(Buffer.from([0xff]), path.join(root, 'link'));
    const outcome = await call('Write', { file_path: 'link/a.txt', content: 'a' });
    expect(outcome).toMatchObject({ code: 'invalid_input', text: expect.stringContaining('not UTF-8') });
    expect(readdirSync(root)).toHaveLength(2);
  });

  test.for([
    ['Write', { file_path: 'a\ud800.txt', content: 'a' }],
    ['Edit', { file_path: 'a\ud800.txt', old_string: '', new_string: 'a' }],
  ] as const)('with half a character is not written: %s', async ([tool, input], { workspace, call }) => {
    const root = await workspace({});
    expect(await call(tool, input)).toMatchObject({ code: 'invalid_input' });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('a directory that may not be searched', () => {
  const isRoot = process.getuid?.() === 0;

  /** Root may search every directory, so that it works as somebody else. */
  async function asNobody<T>(owned: string[], work: () => Promise<T>): Promise<T> {
    if (!isRoot) return work();
    for (const directory of owned) {
      mkdirSync(directory, { recursive: true });
      chownSync(directory, NOBODY, NOBODY);
    }
    process.seteuid?.(NOBODY);
    try {
      return await work();
    } finally {
      process.seteuid?.(0);
    }
  }

  test('is named where a file below it is to be written [FS-8]', async ({ workspace, folders, call }) => {
    const root = await workspace({ 'shut/a.txt': 'a\n' });
    const shut = path.join(root, 'shut');
    await call('Read', { file_path: 'shut/a.txt' });
    chmodSync(shut, 0o600);
    const codes = await asNobody([folders.root, root, shut, folders.stateDir], async () => {
      const written = await call('Write', { file_path: 'shut/new.txt', content: 'a' });
      const edited = await call('Edit', { file_path: 'shut/a.txt', old_string: 'a', new_string: 'b' });
      return [written, edited].map(({ code, text }) => [code, text]);
    });
    chmodSync(shut, 0o700);
    expect(codes).toEqual([
      ['access_denied', expect.stringMatching(/shut\/new\.txt": permission denied/)],
      ['access_denied', expect.stringMatching(/shut\/a\.txt": permission denied/)],
    ]);
  });
});
