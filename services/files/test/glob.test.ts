import { execFileSync } from 'node:child_process';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);

describe('Glob', () => {
  test('finds files by pattern, newest first [FS-19]', async ({ workspace, call }) => {
    await workspace({ 'src/a.ts': '', 'src/deep/b.ts': '', 'README.md': '' });
    expect(await call('Glob', { pattern: 'src/**/*.ts' })).toEqual({
      text: 'src/deep/b.ts\nsrc/a.ts',
      structured: { paths: ['src/deep/b.ts', 'src/a.ts'], total: 2, truncated: false },
    });
  });

  test.for([
    ['*.ts', 'a.ts'],
    ['**/*.ts', 'a.ts src/.hidden/h.ts src/b.ts src/x/c.ts src/x/y/d.ts'],
    ['src/*/*.ts', 'src/.hidden/h.ts src/x/c.ts'],
    ['src/{b,x/c}.ts', 'src/b.ts src/x/c.ts'],
    ['{src,lib}/**/[bc].ts', 'src/b.ts src/x/c.ts'],
    ['src/**/[!a-c].ts', 'src/.hidden/h.ts src/x/y/d.ts'],
    ['!**/*.ts', '.env src/app/[id]/page.tsx'],
    ['src/**/!(b|c).ts', 'src/.hidden/h.ts src/x/y/d.ts'],
    ['./src/x/**', 'src/x/c.ts src/x/y/d.ts'],
    ['src/**/x/**/d.ts', 'src/x/y/d.ts'],
    ['.env', '.env'],
    ['src/app/[id]/page.tsx', 'src/app/[id]/page.tsx'],
    ['src/b.ts', 'src/b.ts'],
    ['src/x/../b.ts', 'src/b.ts'],
    ['?.ts', 'a.ts'],
  ] as const)('understands %s [FS-19]', async ([pattern, expected], { workspace, call }) => {
    const names = [
      '.env',
      'a.ts',
      'src/b.ts',
      'src/x/c.ts',
      'src/x/y/d.ts',
      'src/.hidden/h.ts',
      'src/app/[id]/page.tsx',
    ];
    await workspace(Object.fromEntries(names.map((name) => [name, ''])));
    const { text } = await call('Glob', { pattern });
    expect(text.split('\n').sort().join(' ')).toBe(expected);
  });

  test('is relative to path, and shows paths relative to cwd', async ({ workspace, call }) => {
    const folder = await workspace({ 'src/x/c.ts': '', 'c.ts': '' });
    expect((await call('Glob', { pattern: '**/*.ts', path: 'src' })).text).toBe('src/x/c.ts');
    expect((await call('Glob', { pattern: `${folder}/src/**/*.ts` })).text).toBe('src/x/c.ts');
    expect((await call('Glob', { pattern: '../*.ts', path: 'src' })).text).toBe('c.ts');
  });

  test('finds ignored files; .git and node_modules only when named [FS-19]', async ({ workspace, call }) => {
    await workspace({
      '.gitignore': 'dist',
      'dist/a.js': '',
      'node_modules/m/a.js': '',
      'node_modules/m/node_modules/n/a.js': '',
      '.git/hooks/a.js': '',
    });
    const find = async (pattern: string, directory = '.') =>
      (await call('Glob', { pattern, path: directory })).text;
    expect(await find('**/a.js')).toBe('dist/a.js');
    expect(await find('node_modules/**/a.js')).toBe(
      'node_modules/m/node_modules/n/a.js\nnode_modules/m/a.js',
    );
    expect(await find('**/a.js', '.git')).toBe('.git/hooks/a.js');
  });

  test('gives the newest 100 of all, with the total [FS-19]', async ({ workspace, call }) => {
    const names = Array.from({ length: 150 }, (_, at) => `d${at % 7}/f${at}.txt`);
    const folder = await workspace(Object.fromEntries(names.map((name) => [name, ''])));
    await utimes(path.join(folder, 'd0/f0.txt'), 2_000_000_000, 2_000_000_000);
    const { text, structured } = await call('Glob', { pattern: '**/*.txt' });
    const lines = text.split('\n');
    expect(lines.slice(0, 2)).toEqual(['d0/f0.txt', 'd2/f149.txt']);
    expect(lines[99]).toBe('d2/f51.txt');
    expect(lines.slice(100)).toEqual(['… the newest 100 of 150 files; narrow the pattern']);
    expect(structured).toMatchObject({ total: 150, truncated: true });
  });

  test('lists links to files and does not follow links to directories [FS-19]', async ({
    workspace,
    folders,
    call,
  }) => {
    const folder = await workspace({ 'a/real.txt': '' });
    await mkdir(path.join(folders.root, 'other'));
    await writeFile(path.join(folders.root, 'other', 'secret.txt'), '');
    await symlink('..', path.join(folder, 'a', 'loop'));
    await symlink(path.join(folders.root, 'other'), path.join(folder, 'a', 'outside'));
    await symlink('nowhere', path.join(folder, 'a', 'dangling.txt'));
    await symlink('real.txt', path.join(folder, 'a', 'link.txt'));
    execFileSync('mkfifo', [path.join(folder, 'a', 'pipe.txt')]);
    const { text } = await call('Glob', { pattern: '**/*.txt' });
    expect(text.split('\n').sort()).toEqual(['a/link.txt', 'a/real.txt']);
  });

  test('refuses to leave the workspace, by pattern or by link [PIPE-5]', async ({
    workspace,
    folders,
    call,
  }) => {
    const folder = await workspace({ 'a.txt': '' });
    await symlink(folders.root, path.join(folder, 'out'));
    for (const pattern of ['/etc/**', '../**', 'out/**']) {
      expect(await call('Glob', { pattern })).toMatchObject({ code: 'outside_workspace' });
    }
  });

  test('names a directory that cannot be read, and finds the rest [FS-19]', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': '' });
    const name = 'd'.repeat(250);
    const nest = `i=0; while [ $i -lt 18 ]; do mkdir ${name} && cd -P ${name} || exit 1; i=$((i+1)); done`;
    execFileSync('sh', ['-c', nest], { cwd: folder });
    const { text } = await call('Glob', { pattern: '**/*.txt' });
    execFileSync('rm', ['-rf', name], { cwd: folder });
    expect(text).toMatch(/^a\.txt\nCannot read directory (?:d{250}\/?)+$/);
  });

  test('names the directory it cannot search', async ({ workspace, call }) => {
    await workspace({ 'src/a.ts': '' });
    expect(await call('Glob', { pattern: '*', path: 'scr' })).toMatchObject({
      code: 'not_found',
      text: expect.stringMatching(/^Cannot list "scr": no such file or directory\n/),
    });
    expect((await call('Glob', { pattern: 'scr/**' })).text).toMatch(
      /^No files match "scr\/\*\*": there is no "scr"\n/,
    );
    expect(await call('Glob', { pattern: '*', path: 'src/a.ts' })).toEqual({
      code: 'not_directory',
      text: 'Cannot list "src/a.ts": it is a file\nCall Read on it, or name its directory "src".',
    });
  });

  test('says what to try when the pattern names a directory', async ({ workspace, call }) => {
    await workspace({ 'src/a.ts': '' });
    expect((await call('Glob', { pattern: 'src' })).text).toBe(
      'No files match "src": it is a directory; try "src/**"',
    );
    expect((await call('Glob', { pattern: '*.nope' })).text).toBe('No files match "*.nope"');
  });

  test('names a field it does not have', async ({ call }) => {
    expect(await call('Glob', { pattern: '*', glob: '*' })).toMatchObject({ code: 'invalid_input' });
  });
});
