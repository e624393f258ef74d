import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);

describe('LS', () => {
  test('shows a tree with sizes, links and what lies deeper [FS-19]', async ({ workspace, call }) => {
    const folder = await workspace({
      'README.md': 'x'.repeat(340),
      'src/a.ts': 'x'.repeat(1300),
      'src/deep/b.ts': '',
      'src/deep/c.ts': '',
      '.env': '',
      'node_modules/m/index.js': '',
    });
    await symlink('README.md', path.join(folder, 'link'));
    await symlink('..', path.join(folder, 'src', 'loop'));
    const { text, structured } = await call('LS', {});
    expect(text).toMatchInlineSnapshot(`
      "./
        .env  0 B
        README.md  340 B
        link -> README.md
        node_modules/ (1 entry)
        src/
          a.ts  1.3 KB
          deep/ (2 entries)
          loop -> .."
    `);
    expect(structured).toEqual({
      entries: ['.env', 'README.md', 'link', 'node_modules/', 'src/', 'src/a.ts', 'src/deep/', 'src/loop'],
      total: 8,
      truncated: false,
    });
  });

  test('goes as deep as it is asked to, and into node_modules when that is named', async ({
    workspace,
    call,
  }) => {
    await workspace({ 'a/b/c/d.txt': '', 'node_modules/m/index.js': '' });
    expect((await call('LS', { depth: 1 })).text).toBe('./\n  a/ (1 entry)\n  node_modules/ (1 entry)');
    expect((await call('LS', { path: 'a', depth: 4 })).text).toBe('a/\n  b/\n    c/\n      d.txt  0 B');
    expect((await call('LS', { path: 'node_modules' })).text).toBe('node_modules/\n  m/\n    index.js  0 B');
  });

  test('leaves out what ignore names, at any depth or by path [FS-19]', async ({ workspace, call }) => {
    await workspace({ 'a.log': '', 'src/b.log': '', 'src/c.ts': '', 'dist/d.js': '', 'src/gen/e.ts': '' });
    expect((await call('LS', { ignore: ['*.log', 'dist/', 'src/gen'] })).text).toBe(
      './\n  src/\n    c.ts  0 B',
    );
  });

  test('says per directory what the caps left out [FS-19]', async ({ workspace, call }) => {
    const many = Array.from({ length: 130 }, (_, at) => [`big/f${String(at).padStart(3, '0')}`, '']);
    await workspace({ ...Object.fromEntries(many), 'z.txt': '' });
    const { text, structured } = await call('LS', {});
    expect(text).toContain('    f099  0 B\n    … 30 more in big\n  z.txt  0 B\n… 102 of 132 entries;');
    expect(structured).toMatchObject({ total: 132, truncated: true });
    expect((await call('LS', { path: 'big' })).structured).toMatchObject({ total: 130, truncated: false });
  });

  test('lists at most 500 entries, the upper levels first [FS-19]', async ({ workspace, call }) => {
    const many = Array.from({ length: 600 }, (_, at) => [`f${String(at).padStart(3, '0')}`, '']);
    await workspace({ 'a/deep.txt': '', ...Object.fromEntries(many) });
    const { text } = await call('LS', {});
    expect(text).toContain('./\n  a/ (1 entry)\n  f000  0 B');
    expect(text).toContain('  f498  0 B\n  … 101 more in this directory\n… 500 of 602 entries;');
  });

  test('shows an empty directory as one', async ({ workspace, call }) => {
    const folder = await workspace({});
    expect((await call('LS', { path: folder })).text).toBe('./ (empty)');
  });

  test('names a file, a missing directory and one outside', async ({ workspace, call }) => {
    await workspace({ 'src/a.ts': '' });
    expect(await call('LS', { path: 'src/a.ts' })).toMatchObject({ code: 'not_directory' });
    expect(await call('LS', { path: 'srcs' })).toEqual({
      code: 'not_found',
      text: 'Cannot list "srcs": no such file or directory\nDid you mean "src"?',
    });
    expect(await call('LS', { path: '/etc' })).toMatchObject({ code: 'outside_workspace' });
  });
});
