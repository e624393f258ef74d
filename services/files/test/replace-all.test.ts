import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);
const operator = { meta: { operatorReads: true } };

describe('replace_all', () => {
  test.for([
    ['lines of their own', 'foo\n'],
    ['one line', 'foo '],
    ['CRLF lines', 'foo\r\n'],
  ] as const)(
    'of 300,000 places is linear and bounded: %s [FS-10]',
    async ([, part], { workspace, call }) => {
      const root = await workspace({ 'a.txt': part.repeat(300_000) });
      const input = { file_path: 'a.txt', old_string: 'foo', new_string: 'bar\nx', replace_all: true };
      const started = performance.now();
      const { text, structured } = await call('Edit', input, operator);
      expect(performance.now() - started).toBeLessThan(10_000);
      const lineEnd = part.includes('\r') ? '\r\n' : '\n';
      const after = part.replace('foo', `bar${lineEnd}x`).repeat(300_000);
      expect(readFileSync(path.join(root, 'a.txt'), 'utf8') === after).toBe(true);
      expect(text.length).toBeLessThan(10_000);
      expect(JSON.stringify(structured).length).toBeLessThan(20_000);
      expect((structured as { edits: unknown[] }).edits.length).toBeLessThanOrEqual(50);
    },
  );

  test('follows every line that it moves [FS-7]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': 'a\nx\nb\nx\nc\n' });
    await call('Read', { file_path: 'a.txt' });
    await call('Edit', { file_path: 'a.txt', old_string: 'x\n', new_string: '', replace_all: true });
    await call('Edit', { file_path: 'a.txt', old_string: 'b', new_string: 'B' });
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('a\nB\nc\n');
  });

  test('shows no line twice and says how many places are left', async ({ workspace, call }) => {
    await workspace({ 'a.txt': `x\nx\nx\n${'y\n'.repeat(9)}x\n` });
    await call('Read', { file_path: 'a.txt' });
    const input = { file_path: 'a.txt', old_string: 'x', new_string: 'z', replace_all: true };
    expect((await call('Edit', input)).text).toBe(
      'Edited "a.txt", lines 1, 2, 3, 13.\n' +
        '     1\tz\n     2\tz\n     3\tz\n     4\ty\n     5\ty\n…\n    11\ty\n    12\ty\n    13\tz',
    );
  });

  test('hears a cancel while it works [PRO-8]', async ({ workspace, call }) => {
    const content = 'foo\n'.repeat(1_000_000);
    const root = await workspace({ 'a.txt': content });
    const controller = new AbortController();
    const input = { file_path: 'a.txt', old_string: 'foo', new_string: 'bar', replace_all: true };
    const editing = call('Edit', input, { ...operator, signal: controller.signal });
    setImmediate(() => controller.abort('enough'));
    await expect(editing).rejects.toThrow('enough');
    writeFileSync(path.join(root, 'b.txt'), 'b');
    await call('Read', { file_path: 'b.txt' });
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8') === content).toBe(true);
  });
});
