import { existsSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeText, hashBytes } from '@cusp/commit';
import { methods } from '@cusp/protocol';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { files } from '../src/service.ts';

const test = serviceTest(files);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('Edit', () => {
  test('replaces a unique text and shows what is there now [FS-9]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.ts': 'one\ntwo\nthree\n' });
    await call('Read', { file_path: 'a.ts' });
    const outcome = await call('Edit', { file_path: 'a.ts', old_string: 'two', new_string: '2\n2.5' });
    expect(outcome).toEqual({
      text: 'Edited "a.ts", line 2.\n     1\tone\n     2\t2\n     3\t2.5\n     4\tthree',
      structured: {
        path: 'a.ts',
        edits: [{ level: 'exact', startLine: 2, endLine: 2 }],
        diff: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three',
      },
      changes: [
        {
          path: path.join(root, 'a.ts'),
          kind: 'modify',
          hashBefore: hashBytes(Buffer.from('one\ntwo\nthree\n')),
          hashAfter: hashBytes(Buffer.from('one\n2\n2.5\nthree\n')),
        },
      ],
    });
    expect(readFileSync(path.join(root, 'a.ts'), 'utf8')).toBe('one\n2\n2.5\nthree\n');
  });

  test('names the level and the lines of a softer match [FS-9]', async ({ workspace, call }) => {
    await workspace({ 'a.ts': 'f() {  \n  a();\n}\n' });
    await call('Read', { file_path: 'a.ts' });
    const { text, structured } = await call('Edit', {
      file_path: 'a.ts',
      old_string: 'f() {\n  a();\n}',
      new_string: 'g();',
    });
    expect(text).toBe('Edited "a.ts", lines 1-3 (line-trimmed match).\n     1\tg();');
    expect(structured).toMatchObject({ edits: [{ level: 'line-trimmed', startLine: 1, endLine: 3 }] });
  });

  test('replaces all and lists each place [FS-10]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.ts': 'a a\nb\na\n' });
    await call('Read', { file_path: 'a.ts' });
    const input = { file_path: 'a.ts', old_string: 'a', new_string: 'x\ny', replace_all: true };
    const { structured } = await call('Edit', input);
    expect(readFileSync(path.join(root, 'a.ts'), 'utf8')).toBe('x\ny x\ny\nb\nx\ny\n');
    expect(structured).toEqual({
      path: 'a.ts',
      edits: [
        { level: 'exact', startLine: 1, endLine: 1 },
        { level: 'exact', startLine: 3, endLine: 3 },
      ],
      diff: '@@ -1,3 +1,6 @@\n-a a\n+x\n+y x\n+y\n b\n-a\n+x\n+y',
    });
  });

  test.for([
    { name: 'utf-8' as const, bom: true },
    { name: 'utf-16be' as const, bom: true },
    { name: 'windows-1252' as const, bom: false },
    { name: 'shift_jis' as const, bom: false },
  ])('changes only the matched bytes of $name [FS-3]', async (encoding, { workspace, call }) => {
    const before =
      encoding.name === 'shift_jis' ? '日本語のテキストです\r\nかな\nx\r\n' : 'Grün\r\ngeteilt – “so”\nx\r\n';
    const root = await workspace({ 'a.txt': encodeText(before, encoding) });
    await call('Read', { file_path: 'a.txt' });
    expect(
      (await call('Edit', { file_path: 'a.txt', old_string: 'x', new_string: 'y\nz' })).code,
    ).toBeUndefined();
    const after = encodeText(before.replace('x', 'y\r\nz'), encoding);
    expect(readFileSync(path.join(root, 'a.txt'))).toEqual(after);
  });

  test('overlooks a byte order mark in old_string, and says so [FS-3]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': encodeText('a\nb\n', { name: 'utf-8', bom: true }) });
    await call('Read', { file_path: 'a.txt' });
    const input = { file_path: 'a.txt', old_string: '\ufeffa\n', new_string: '\ufeffx\n' };
    expect((await call('Edit', input)).text).toContain('The byte order mark in old_string was left out');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('\ufeffx\nb\n');
  });

  test.for(['old_string', 'new_string'])(
    'refuses half a character in %s [FS-3]',
    async (field, { workspace, call }) => {
      const root = await workspace({ 'a.txt': 'a\n' });
      await call('Read', { file_path: 'a.txt' });
      const input = { file_path: 'a.txt', old_string: 'a', new_string: 'b', [field]: 'a\ud83d' };
      expect(await call('Edit', input)).toMatchObject({ code: 'invalid_input' });
      expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('a\n');
    },
  );

  test('refuses a line that was shown in part, and Write a file that has one [FS-6]', async ({
    workspace,
    call,
  }) => {
    const content = `a\n${'x'.repeat(2_500)}tail\nc\n`;
    const root = await workspace({ 'a.txt': content });
    await call('Read', { file_path: 'a.txt' });
    const refusal = {
      code: 'unread',
      text:
        'Line 2 of "a.txt" was not shown whole: it has 2504 characters\n' +
        'See it and change it through Bash, such as `sed -n 2p`; Read and Grep show only a part of it.',
    };
    expect(await call('Edit', { file_path: 'a.txt', old_string: 'tail', new_string: 'b' })).toEqual(refusal);
    expect(await call('Write', { file_path: 'a.txt', content: 'new\n' })).toEqual(refusal);
    expect(
      (await call('Edit', { file_path: 'a.txt', old_string: 'c', new_string: 'd' })).code,
    ).toBeUndefined();
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(content.replace(/c\n$/, 'd\n'));
  });

  test('refuses what the encoding lacks and leaves the file [FS-3]', async ({ workspace, call }) => {
    const bytes = Buffer.from('Grüße\n', 'latin1');
    const root = await workspace({ 'a.txt': bytes });
    await call('Read', { file_path: 'a.txt' });
    const outcome = await call('Edit', { file_path: 'a.txt', old_string: 'Gr', new_string: '日' });
    expect(outcome.code).toBe('unencodable');
    expect(readFileSync(path.join(root, 'a.txt'))).toEqual(bytes);
  });

  test('creates a file, parents too, from an empty old text [FS-12]', async ({ workspace, call }) => {
    const root = await workspace({ 'empty.txt': '', 'full.txt': 'x' });
    const created = await call('Edit', { file_path: 'new/a.txt', old_string: '', new_string: 'hi\n' });
    expect(created).toMatchObject({ text: 'Created "new/a.txt".', changes: [{ kind: 'create' }] });
    expect(readFileSync(path.join(root, 'new/a.txt'), 'utf8')).toBe('hi\n');
    await call('Edit', { file_path: 'empty.txt', old_string: '', new_string: 'now\n' });
    expect(readFileSync(path.join(root, 'empty.txt'), 'utf8')).toBe('now\n');
    await call('Read', { file_path: 'full.txt' });
    const refused = await call('Edit', { file_path: 'full.txt', old_string: '', new_string: 'y' });
    expect(refused.code).toBe('invalid_input');
  });

  test('writes through a link to its target and keeps the mode [FS-8]', async ({ workspace, call }) => {
    const root = await workspace({ 'real.sh': 'echo a\n' });
    writeFileSync(path.join(root, 'run.sh'), 'echo a\n', { mode: 0o755 });
    symlinkSync('run.sh', path.join(root, 'link.sh'));
    await call('Read', { file_path: 'link.sh' });
    await call('Edit', { file_path: 'run.sh', old_string: 'a', new_string: 'b' });
    await call('Edit', { file_path: 'link.sh', old_string: 'b', new_string: 'c' });
    expect(readFileSync(path.join(root, 'run.sh'), 'utf8')).toBe('echo c\n');
    expect(statSync(path.join(root, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  test('of one file, several at once, loses nothing [FS-8]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': numbered(9) });
    await call('Read', { file_path: 'a.txt' });
    const edits = Array.from({ length: 9 }, (_, index) =>
      call('Edit', {
        file_path: 'a.txt',
        old_string: `line ${index + 1}\n`,
        new_string: `row ${index + 1}\n`,
      }),
    );
    expect((await Promise.all(edits)).map(({ code }) => code)).toEqual(Array(9).fill(undefined));
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(numbered(9).replaceAll('line', 'row'));
  });

  test('previews what it would change, unread, and changes nothing [PRO-2]', async ({
    workspace,
    client,
  }) => {
    const root = await workspace({ 'a.txt': 'a\r\nb\r\n' });
    const input = { file_path: 'a.txt', old_string: 'a\nb', new_string: 'c' };
    const { changes } = await client.request(
      { method: methods.preview.name, params: { tool: 'Edit', input } } as never,
      z.looseObject({}),
    );
    const file = path.join(root, 'a.txt');
    expect(changes).toEqual([{ path: file, kind: 'modify', before: 'a\r\nb\r\n', after: 'c\r\n' }]);
    expect(readFileSync(file, 'utf8')).toBe('a\r\nb\r\n');
  });
});

describe('the read ledger', () => {
  const change = (old_string: string, new_string: string) => ({ file_path: 'a.txt', old_string, new_string });

  test('wants a file read before it is edited [FS-6]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': 'a\n' });
    expect(await call('Edit', change('a', 'b'))).toEqual({
      code: 'unread',
      text: '"a.txt" has not been read\nRead it first, then repeat the call.',
    });
    await call('Read', { file_path: 'a.txt' });
    expect((await call('Edit', change('a', 'b'))).code).toBeUndefined();
  });

  test('takes the operator for a reader [FS-6]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': 'a\n' });
    expect((await call('Edit', change('a', 'b'), { meta: { operatorReads: true } })).code).toBeUndefined();
  });

  test('lets only the lines that were shown be edited [FS-6]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': numbered(100) });
    await call('Read', { file_path: 'a.txt', offset: 10, limit: 5 });
    expect((await call('Edit', change('line 12\n', 'x\n'))).code).toBeUndefined();
    expect(await call('Edit', change('line 40\nline 41\n', 'x\n'))).toEqual({
      code: 'unread',
      text:
        'Lines 40-41 of "a.txt" were not shown; only lines 10-14 were\n' +
        'Read it with offset 40, limit 2, then repeat the call.',
    });
  });

  test('shifts the shown lines with each edit, so that the next needs no read [FS-7]', async ({
    workspace,
    call,
  }) => {
    await workspace({ 'a.txt': numbered(100) });
    await call('Read', { file_path: 'a.txt', offset: 10, limit: 5 });
    expect((await call('Edit', change('line 10\n', 'a\nb\nc\n'))).code).toBeUndefined();
    expect((await call('Edit', change('line 14\n', 'd\n'))).code).toBeUndefined();
    expect((await call('Edit', change('b\n', ''))).code).toBeUndefined();
    expect((await call('Edit', change('line 15\n', 'x\n'))).code).toBe('unread');
  });

  test('refuses a file that changed since, and accepts one that was only touched [FS-7]', async ({
    workspace,
    call,
  }) => {
    const root = await workspace({ 'a.txt': 'a\n' });
    await call('Read', { file_path: 'a.txt' });
    utimesSync(path.join(root, 'a.txt'), 1, 1);
    expect((await call('Edit', change('a', 'b'))).code).toBeUndefined();
    writeFileSync(path.join(root, 'a.txt'), 'b\nforeign\n');
    expect(await call('Edit', change('b', 'c'))).toEqual({
      code: 'changed',
      text:
        '"a.txt" has changed since it was read\n' +
        'Read it again, then repeat the call with what it holds now.',
    });
    await call('Read', { file_path: 'a.txt' });
    expect((await call('Edit', change('b', 'c'))).code).toBeUndefined();
  });

  test('notices a change that keeps size and time [FS-7]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': 'a\nb\n' });
    await call('Read', { file_path: 'a.txt' });
    const { atime, mtime } = statSync(path.join(root, 'a.txt'));
    writeFileSync(path.join(root, 'a.txt'), 'a\nc\n');
    utimesSync(path.join(root, 'a.txt'), atime, mtime);
    expect((await call('Edit', change('a', 'x'))).code).toBe('changed');
  });

  test('takes what hooks make of our write for ours, and nothing later [FS-7]', async ({
    workspace,
    call,
    client,
  }) => {
    const root = await workspace({ 'a.txt': 'a\nb\n' });
    const file = path.join(root, 'a.txt');
    await call('Read', { file_path: 'a.txt' });
    const { changes } = await call('Edit', change('a', 'x'));
    writeFileSync(file, 'formatted\nx;\nb;\n');
    for (const stage of ['call', 'settled']) {
      await client.notification({ method: methods.changes.name, params: { changes, stage } } as never);
    }
    expect((await call('Edit', change('b;', 'c;'))).code).toBeUndefined();
    writeFileSync(file, 'foreign\n');
    expect((await call('Edit', change('foreign', 'x'))).code).toBe('changed');
  });

  test('keeps a partly read file partly read after a formatter [FS-7]', async ({
    workspace,
    call,
    client,
  }) => {
    const root = await workspace({ 'a.txt': numbered(50) });
    const file = path.join(root, 'a.txt');
    await call('Read', { file_path: 'a.txt', offset: 20, limit: 3 });
    const { changes } = await call('Edit', change('line 21\n', 'LINE 21\n'));
    writeFileSync(file, `// header\n${readFileSync(file, 'utf8')}`);
    await client.notification({
      method: methods.changes.name,
      params: { changes, stage: 'settled' },
    } as never);
    expect((await call('Edit', change('line 22\n', 'x\n'))).code).toBeUndefined();
    expect((await call('Edit', change('line 23\n', 'x\n'))).code).toBe('unread');
  });

  test('follows a file that another service of the run moved', async ({ workspace, call, client }) => {
    const root = await workspace({ 'a.txt': 'a\n', 'b.txt': 'a\n' });
    await call('Read', { file_path: 'a.txt' });
    const hash = hashBytes(Buffer.from('a\n'));
    const moved = {
      path: path.join(root, 'b.txt'),
      from: path.join(root, 'a.txt'),
      kind: 'move',
      hashBefore: hash,
      hashAfter: hash,
    };
    await client.notification({
      method: methods.changes.name,
      params: { changes: [moved], stage: 'call' },
    } as never);
    expect(
      (await call('Edit', { file_path: 'b.txt', old_string: 'a', new_string: 'b' })).code,
    ).toBeUndefined();
    expect((await call('Edit', change('a', 'b'))).code).toBe('unread');
  });

  test('of a file above 16 MB trusts size, time and inode [FS-6]', async ({ workspace, call }) => {
    const root = await workspace({ 'big.txt': numbered(1_500_000) });
    const file = path.join(root, 'big.txt');
    const input = { file_path: 'big.txt', old_string: 'line 700001\n', new_string: 'x\n' };
    await call('Read', { file_path: 'big.txt', offset: 700_000, limit: 10 });
    expect((await call('Edit', input)).code).toBeUndefined();
    expect((await call('Edit', { ...input, old_string: 'line 5\n' })).code).toBe('unread');
    expect((await call('Edit', { ...input, old_string: 'line 700002\n' })).code).toBeUndefined();
    utimesSync(file, 1, 1);
    expect((await call('Edit', { ...input, old_string: 'line 700003\n' })).code).toBe('changed');
  });
});

describe('Write', () => {
  test('creates a file, parents too [FS-8]', async ({ workspace, call }) => {
    const root = await workspace({});
    expect(await call('Write', { file_path: 'x/y/a.txt', content: 'a\nb\n' })).toMatchObject({
      text: 'Created "x/y/a.txt" (2 lines).',
      structured: { path: 'x/y/a.txt', created: true, lines: 2 },
      changes: [{ path: path.join(root, 'x/y/a.txt'), kind: 'create', hashBefore: null }],
    });
    expect(readFileSync(path.join(root, 'x/y/a.txt'), 'utf8')).toBe('a\nb\n');
    const edited = await call('Edit', { file_path: 'x/y/a.txt', old_string: 'a', new_string: 'c' });
    expect(edited.code).toBeUndefined();
  });

  test('replaces only a file that was read whole [FS-6]', async ({ workspace, call }) => {
    const root = await workspace({ 'a.txt': numbered(30) });
    const input = { file_path: 'a.txt', content: 'new\n' };
    expect((await call('Write', input)).code).toBe('unread');
    await call('Read', { file_path: 'a.txt', limit: 20 });
    expect((await call('Write', input)).text).toContain(
      'Lines 1-30 of "a.txt" were not shown; only lines 1-20',
    );
    await call('Read', { file_path: 'a.txt', offset: 21 });
    expect(await call('Write', input)).toMatchObject({ text: 'Wrote "a.txt" (1 line).' });
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('new\n');
    writeFileSync(path.join(root, 'a.txt'), 'foreign\n');
    expect((await call('Write', input)).code).toBe('changed');
  });

  test('keeps encoding, mark and line ends of what it replaces [FS-3]', async ({ workspace, call }) => {
    const encoding = { name: 'utf-16le' as const, bom: true };
    const root = await workspace({ 'a.txt': encodeText('a\r\nb\r\n', encoding) });
    await call('Read', { file_path: 'a.txt' });
    await call('Write', { file_path: 'a.txt', content: 'ü\nz' });
    expect(readFileSync(path.join(root, 'a.txt'))).toEqual(encodeText('ü\r\nz', encoding));
  });

  test('refuses a placeholder for what it would delete [FS-11]', async ({ workspace, call }) => {
    await workspace({ 'a.ts': 'a();\nb();\n' });
    await call('Read', { file_path: 'a.ts' });
    const content = 'c();\n// ... rest of the file ...\n';
    expect((await call('Write', { file_path: 'a.ts', content })).code).toBe('invalid_input');
  });

  test('refuses a directory and a path outside the workspace [PIPE-5]', async ({
    workspace,
    folders,
    call,
  }) => {
    const root = await workspace({ 'dir/a.txt': '' });
    symlinkSync(folders.root, path.join(root, 'out'));
    expect((await call('Write', { file_path: 'dir', content: '' })).code).toBe('is_directory');
    for (const file_path of ['out/new.txt', '../new.txt', 'out/deep/new.txt']) {
      expect((await call('Write', { file_path, content: '' })).code).toBe('outside_workspace');
    }
    expect(existsSync(path.join(folders.root, 'new.txt'))).toBe(false);
  });

  test('previews a new and a changed file [PRO-2]', async ({ workspace, client }) => {
    const root = await workspace({ 'a.txt': 'a\n' });
    const preview = (file_path: string) =>
      client.request(
        {
          method: methods.preview.name,
          params: { tool: 'Write', input: { file_path, content: 'b\n' } },
        } as never,
        z.looseObject({}),
      );
    expect(await preview('a.txt')).toEqual({
      changes: [{ path: path.join(root, 'a.txt'), kind: 'modify', before: 'a\n', after: 'b\n' }],
    });
    expect(await preview('n.txt')).toEqual({
      changes: [{ path: path.join(root, 'n.txt'), kind: 'create', after: 'b\n' }],
    });
  });
});
