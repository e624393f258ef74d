import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { encodeText } from '@cusp/commit';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('Read', () => {
  test('numbers lines as cat -n does [FS-1]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': 'one\n\ttwo\nthree' });
    expect(await call('Read', { file_path: 'a.txt' })).toEqual({
      text: '     1\tone\n     2\t\ttwo\n     3\tthree',
      structured: { path: 'a.txt', startLine: 1, endLine: 3, totalLines: 3 },
    });
    expect((await call('Read', { file_path: `${root}/a.txt` })).structured).toMatchObject({ path: 'a.txt' });
  });

  test('ends after 2,000 lines and names the offset to go on with [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': numbered(2_500) });
    const { text, structured } = await call('Read', { file_path: 'a.txt' });
    expect(text).toMatch(/\n {2}2000\tline 2000\n\n\[Lines 1-2000 of 2500\. Go on with offset 2001\.\]$/);
    expect(structured).toEqual({ path: 'a.txt', startLine: 1, endLine: 2000, totalLines: 2500 });
  });

  test('reads a range, and from the end with a negative offset [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': numbered(10) });
    const middle = await call('Read', { file_path: 'a.txt', offset: 4, limit: 2 });
    expect(middle.text).toBe('     4\tline 4\n     5\tline 5\n\n[Lines 4-5 of 10. Go on with offset 6.]');
    const end = await call('Read', { file_path: 'a.txt', offset: -2 });
    expect(end.text).toBe('     9\tline 9\n    10\tline 10');
    expect((await call('Read', { file_path: 'a.txt', offset: -99, limit: 1 })).text).toMatch(
      /^ {5}1\tline 1\n/,
    );
  });

  test('cuts a line past 2,000 characters and says how long it is [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': `${'x'.repeat(2_000)}\n${'y'.repeat(5_321)}\n` });
    const lines = (await call('Read', { file_path: 'a.txt' })).text.split('\n');
    expect(lines[0]).toBe(`     1\t${'x'.repeat(2_000)}`);
    expect(lines[1]).toBe(`     2\t${'y'.repeat(2_000)}… [line cut: 5321 characters]`);
  });

  test('ends at a line boundary at the cap [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': `${'x'.repeat(1_500)}\n`.repeat(100) });
    const { text, structured } = await call('Read', { file_path: 'a.txt' });
    expect(text.length).toBeLessThan(100_100);
    expect(structured).toEqual({ path: 'a.txt', startLine: 1, endLine: 66, totalLines: 100 });
    expect(text).toMatch(/Go on with offset 67\.\]$/);
  });

  test('says that a file is empty, or has no such line [FS-2]', async ({ workspace, call }) => {
    await workspace({ 'empty.txt': '', 'a.txt': numbered(3) });
    expect((await call('Read', { file_path: 'empty.txt' })).text).toBe('"empty.txt" is empty.');
    expect(await call('Read', { file_path: 'a.txt', offset: 9 })).toEqual({
      text: '"a.txt" has 3 lines; offset 9 is past its end.',
      structured: { path: 'a.txt', startLine: 4, endLine: 3, totalLines: 3 },
    });
  });

  test('refuses a directory, a FIFO, a socket and a binary file at once [FS-2]', async ({
    workspace,
    call,
  }) => {
    const root = await workspace({ 'dir/a.txt': '', 'a.bin': Buffer.from([0x7f, 0x45, 0, 0, 1, 2, 255, 0]) });
    execFileSync('mkfifo', [path.join(root, 'fifo')]);
    const server = createServer().listen(path.join(root, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    const codes = ['dir', 'fifo', 'socket', 'a.bin'].map(
      async (file_path) => (await call('Read', { file_path })).code,
    );
    expect(await Promise.all(codes)).toEqual(['is_directory', 'not_a_file', 'not_a_file', 'binary']);
    await new Promise((resolve) => server.close(resolve));
  });

  test.for([
    { name: 'utf-8' as const, bom: true },
    { name: 'utf-16le' as const, bom: true },
    { name: 'utf-16be' as const, bom: false },
    { name: 'utf-32le' as const, bom: true },
  ])('reads $name [FS-3]', async (encoding, { workspace, call }) => {
    await workspace({ 'a.txt': encodeText('grün\r\nzwei\r\n', encoding) });
    expect((await call('Read', { file_path: 'a.txt' })).text).toBe('     1\tgrün\n     2\tzwei');
  });

  test('reads Latin-1 and GBK [FS-3]', async ({ workspace, call }) => {
    const chinese = '中文文件的内容,用来测试编码。\n'.repeat(4);
    await workspace({
      'latin.txt': Buffer.from('Grüße aus Köln\n', 'latin1'),
      'gbk.txt': encodeText(chinese, { name: 'gbk', bom: false }),
    });
    expect((await call('Read', { file_path: 'latin.txt' })).text).toBe('     1\tGrüße aus Köln');
    expect((await call('Read', { file_path: 'gbk.txt', limit: 1 })).text).toContain('中文文件的内容');
  });

  test('suggests the nearest names for a missing file [FS-4]', async ({ workspace, call }) => {
    await workspace({ 'src/service.ts': '', 'src/state.ts': '', 'lib/deep/config.json': '' });
    expect(await call('Read', { file_path: 'src/servce.ts' })).toEqual({
      code: 'not_found',
      text: '"src/servce.ts" does not exist\nDid you mean "src/service.ts"?',
    });
    expect((await call('Read', { file_path: 'config.json' })).text).toContain('"lib/deep/config.json"');
  });

  test('reads an artifact [FS-5]', async ({ client, folders, call }) => {
    expect(client).toBeDefined();
    mkdirSync(path.join(folders.stateDir, 'runs/abc123/artifacts'), { recursive: true });
    writeFileSync(path.join(folders.stateDir, 'runs/abc123/artifacts/bash1.txt'), 'output\n');
    expect(await call('Read', { file_path: 'artifact:abc123-bash1' })).toEqual({
      text: '     1\toutput',
      structured: { path: 'artifact:abc123-bash1', startLine: 1, endLine: 1, totalLines: 1 },
    });
  });

  test('refuses what lies outside the workspace, through a link too, unless granted [PIPE-5]', async ({
    workspace,
    folders,
    call,
  }) => {
    const root = await workspace({ 'a.txt': '' });
    const outside = path.join(folders.root, 'secret.txt');
    writeFileSync(outside, 'secret\n');
    symlinkSync(outside, path.join(root, 'link'));
    for (const file_path of ['link', outside, '../secret.txt', '../missing.txt']) {
      expect((await call('Read', { file_path })).code).toBe('outside_workspace');
    }
    const granted = await call('Read', { file_path: 'link' }, { meta: { grants: [outside] } });
    expect(granted.text).toBe('     1\tsecret');
  });

  test('gives raw text to the eval bridge only', async ({ workspace, call }) => {
    await workspace({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' });
    const range = { file_path: 'a.txt', offset: 2, limit: 1 };
    expect((await call('Read', range, { meta: { rawText: true } })).structured).toMatchObject({
      text: 'two\r\n',
    });
  });
});

describe('Read of a big file', () => {
  const line = `${'x'.repeat(99)}\n`;
  const big = () => Buffer.concat([Buffer.from(line.repeat(200_000)), Buffer.from('last line\n')]);

  test('shows its first lines, a range, and its end [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'big.log': big() });
    const first = await call('Read', { file_path: 'big.log', limit: 1 });
    expect(first.text).toMatch(/^ {5}1\tx{99}\n\n\[Lines 1-1\. Go on with offset 2\.\]$/);
    const range = await call('Read', { file_path: 'big.log', offset: 150_000, limit: 1 });
    expect(range.text).toMatch(/^150000\tx{99}\n/);
    expect(await call('Read', { file_path: 'big.log', offset: -1 })).toEqual({
      text: '200001\tlast line',
      structured: { path: 'big.log', startLine: 200_001, endLine: 200_001, totalLines: 200_001 },
    });
    expect((await call('Read', { file_path: 'big.log', offset: 300_000 })).text).toBe(
      '"big.log" has 200001 lines; offset 300000 is past its end.',
    );
  });

  test('agrees with the end of a file that lacks a final line end [FS-1]', async ({ workspace, call }) => {
    await workspace({ 'big.log': big().subarray(0, -1) });
    const { text } = await call('Read', { file_path: 'big.log', offset: -2 });
    expect(text).toMatch(/^200000\tx{99}\n200001\tlast line$/);
  });

  test('reads UTF-16 [FS-3]', async ({ workspace, call }) => {
    const text = 'ein Satz über Zeilen, Ċ ਊ\r\n'.repeat(400_000);
    await workspace({ 'big.txt': encodeText(text, { name: 'utf-16le', bom: true }) });
    const { text: shown } = await call('Read', { file_path: 'big.txt', offset: 399_999 });
    expect(shown).toBe('399999\tein Satz über Zeilen, Ċ ਊ\n400000\tein Satz über Zeilen, Ċ ਊ');
  });

  test('takes memory for the range only, and stops when cancelled [FS-1]', async ({ workspace, call }) => {
    const root = await workspace({ 'big.log': `${'head\n'.repeat(100_000)}` });
    truncateSync(path.join(root, 'big.log'), 2_000_000_000);
    const before = process.memoryUsage().rss;
    expect((await call('Read', { file_path: 'big.log', limit: 2 })).text).toMatch(
      /^ {5}1\thead\n {5}2\thead\n/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    const controller = new AbortController();
    const reading = call('Read', { file_path: 'big.log', offset: -1 }, { signal: controller.signal });
    controller.abort('enough');
    await expect(reading).rejects.toThrow('enough');
  });
});
