import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { afterEach, describe, expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

describe('Grep, files_with_matches', () => {
  test('lists files newest first, whatever order they are found in [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'z.txt': 'foo', 'b/a.txt': 'foo', 'a.txt': 'foo', 'none.txt': 'bar' });
    expect(await call('Grep', { pattern: 'foo' })).toEqual({
      text: 'a.txt\nb/a.txt\nz.txt',
      structured: { mode: 'files_with_matches', files: 3, matches: 3, shown: 3, truncated: false },
    });
  });

  test('lists files of the same time in byte order [FS-18]', async ({ workspace, call }) => {
    const names = ['\u{1f600}.txt', '\uff5e.txt', 'a/x.txt', 'a-b.txt', 'B.txt'];
    const folder = await workspace(Object.fromEntries(names.map((name) => [name, 'foo'])));
    for (const name of names) await utimes(path.join(folder, name), 1, 1);
    expect((await call('Grep', { pattern: 'foo' })).text.split('\n')).toEqual([
      'B.txt',
      'a-b.txt',
      'a/x.txt',
      '\uff5e.txt',
      '\u{1f600}.txt',
    ]);
  });

  test('says how many there are in all when it is cut, and how to go on [FS-18]', async ({
    workspace,
    call,
  }) => {
    await workspace({ 'a.txt': 'foo', 'b.txt': 'foo', 'c.txt': 'foo' });
    expect((await call('Grep', { pattern: 'foo', head_limit: 2 })).text).toBe(
      'c.txt\nb.txt\n… files 1-2 of 3; go on with offset 2',
    );
    expect((await call('Grep', { pattern: 'foo', offset: 2 })).text).toBe('a.txt\n… files 3-3 of 3');
    expect((await call('Grep', { pattern: 'foo', offset: 9 })).text).toBe(
      'No files at offset 9: there are 3',
    );
  });

  test('honours ignore rules, hidden files, glob and type as ripgrep does [FS-17]', async ({
    workspace,
    call,
  }) => {
    await workspace({
      '.ignore': 'skipped.ts',
      'skipped.ts': 'foo',
      '.env': 'foo',
      'a.ts': 'foo',
      'b.js': 'foo',
      'c.md': 'foo',
    });
    const search = async (fields: object) => (await call('Grep', { pattern: 'foo', ...fields })).text;
    expect(await search({ glob: '*.{ts,js}' })).toBe('b.js\na.ts\nskipped.ts');
    expect(await search({ glob: '*.md, b.*' })).toBe('c.md\nb.js');
    expect(await search({ glob: '!*.md' })).toBe('b.js\na.ts');
    expect(await search({ type: 'js' })).toBe('b.js');
    expect(await search({ glob: '.env' })).toBe('.env');
  });

  test('searches a hidden directory that the glob names [FS-17]', async ({ workspace, call }) => {
    await workspace({ '.github/workflows/ci.yml': 'foo', '.other/ci.yml': 'foo' });
    expect((await call('Grep', { pattern: 'foo', glob: '.github/**/*.yml' })).text).toBe(
      '.github/workflows/ci.yml',
    );
  });

  test('says which rules applied when nothing matches', async ({ workspace, call }) => {
    await workspace({ '.gitignore': 'dist', '.env': 'foo', 'a.ts': 'x' });
    expect((await call('Grep', { pattern: 'foo' })).text).toBe(
      'No matches\nNot searched: hidden files and what .gitignore ignores; name it in path to search it',
    );
    expect((await call('Grep', { pattern: 'foo', path: 'a.ts' })).text).toBe('No matches');
  });
});

describe('Grep, content', () => {
  test('writes lines as ripgrep does, in byte order of the path [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'b.txt': 'one foo\ntwo\n', 'a.txt': 'x\nfoo\r\n' });
    expect(await call('Grep', { pattern: 'foo', output_mode: 'content' })).toEqual({
      text: 'a.txt:2:foo\nb.txt:1:one foo',
      structured: { mode: 'content', files: 2, matches: 2, shown: 2, truncated: false },
    });
  });

  test('shows context, separated where lines are left out [FS-17]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': 'foo\n2\n3\n4\nfoo\n', 'b.txt': '1\nfoo\n' });
    const around = await call('Grep', { pattern: 'foo', output_mode: 'content', '-A': 1 });
    expect(around.text).toBe('a.txt:1:foo\na.txt-2-2\n--\na.txt:5:foo\n--\nb.txt:2:foo');
    const before = await call('Grep', { pattern: 'foo', output_mode: 'content', '-C': 1, '-n': false });
    expect(before.text).toBe('a.txt:foo\na.txt-2\n--\na.txt-4\na.txt:foo\n--\nb.txt-1\nb.txt:foo');
  });

  test('knows -i, -o and multiline [FS-17]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': 'Foo foo\nbar\n' });
    const search = async (fields: object) => (await call('Grep', { output_mode: 'content', ...fields })).text;
    expect(await search({ pattern: 'foo', '-i': true, '-o': true })).toBe('a.txt:1:Foo\na.txt:1:foo');
    expect(await search({ pattern: 'foo.bar', multiline: true })).toBe('a.txt:1:Foo foo\na.txt:2:bar');
  });

  test('takes a pattern and a path that look like flags', async ({ workspace, call }) => {
    await workspace({ '-v': 'say --files\n' });
    expect((await call('Grep', { pattern: '--files', path: '-v', output_mode: 'content' })).text).toBe(
      '-v:1:say --files',
    );
  });

  test('pages through all lines without loss or repeat [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'b.txt': 'foo\n'.repeat(4), 'a.txt': 'foo\n'.repeat(3) });
    const input = { pattern: 'foo', output_mode: 'content', head_limit: 3 };
    const first = await call('Grep', input);
    expect(first.text).toBe(
      'a.txt:1:foo\na.txt:2:foo\na.txt:3:foo\n… lines 1-3 of 7 (7 matches in 2 files); go on with offset 3',
    );
    expect((await call('Grep', { ...input, offset: 6 })).text).toBe(
      'b.txt:4:foo\n… lines 7-7 of 7 (7 matches in 2 files)',
    );
  });

  test('ends at a line boundary before 30,000 characters, counting all [FS-1, FS-18]', async ({
    workspace,
    call,
  }) => {
    const files = Array.from({ length: 40 }, (_, at) => [
      `f${at}.txt`,
      'a line with foo in it\n'.repeat(1000),
    ]);
    await workspace(Object.fromEntries(files));
    const { text, structured } = await call('Grep', {
      pattern: 'foo',
      output_mode: 'content',
      head_limit: 0,
    });
    const lines = text.split('\n');
    expect(text.length).toBeLessThan(30_200);
    expect(lines.at(-2)).toMatch(/^f0\.txt:\d+:a line with foo in it$/);
    expect(lines.at(-1)).toBe(
      `… lines 1-${lines.length - 1} of 40000 (40000 matches in 40 files); go on with offset ${lines.length - 1}`,
    );
    expect(structured).toMatchObject({ files: 40, matches: 40_000, truncated: true });
  });

  test('gives by offset, page after page, exactly what there is [FS-1, FS-18]', async ({
    workspace,
    call,
  }) => {
    const names = Array.from({ length: 60 }, (_, at) => `${at % 2 ? 'a-b' : 'a/b'}${at}.txt`);
    const content = Array.from({ length: 120 }, (_, at) => `line ${at} with foo`).join('\n');
    await workspace(Object.fromEntries(names.map((name) => [name, content])));
    const pages: string[] = [];
    for (let offset = 0; offset < 7200; ) {
      const { text } = await call('Grep', { pattern: 'foo', output_mode: 'content', head_limit: 0, offset });
      const lines = text.split('\n');
      const note = lines.pop() ?? '';
      expect(note).toMatch(new RegExp(`^… lines ${offset + 1}-${offset + lines.length} of 7200 `));
      pages.push(...lines);
      offset += lines.length;
    }
    const expected = [...names]
      .sort()
      .flatMap((name) => content.split('\n').map((line, at) => `${name}:${at + 1}:${line}`));
    expect(pages).toEqual(expected);
  });

  test('cuts a line of 1 MB around its match [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'min.js': `${'é'.repeat(250_000)}needle${'é'.repeat(250_000)}\nshort needle\n` });
    const { text } = await call('Grep', { pattern: 'needle', output_mode: 'content' });
    const [long = '', short] = text.split('\n');
    expect(long).toMatch(/^min\.js:1:…é{49,50}needleé+… \[line of 1000006 bytes, cut\]$/);
    expect(long.length).toBeLessThan(600);
    expect(short).toBe('min.js:2:short needle');
  });

  test('cuts a line of a few kilobytes as well, and what -o matched of one', async ({ workspace, call }) => {
    await workspace({ 'a.js': `${'x'.repeat(3000)}needle${'y'.repeat(3000)}` });
    const whole = await call('Grep', { pattern: 'needle', output_mode: 'content' });
    expect(whole.text).toMatch(/^a\.js:1:…x{100}needley{394}… \[line of 6006 bytes, cut\]$/);
    const part = await call('Grep', { pattern: 'needley*', output_mode: 'content', '-o': true });
    expect(part.text).toMatch(/^a\.js:1:needley{494}… \[line of 3006 bytes, cut\]$/);
  });

  test('says that a binary file matches [FS-17]', async ({ workspace, call }) => {
    await workspace({ 'a.bin': 'foo\0', 'b.bin': `foo\n${'x\n'.repeat(100_000)}\0`, 'c.txt': 'foo' });
    const search = async (fields: object) =>
      (await call('Grep', { pattern: 'foo', output_mode: 'content', ...fields })).text;
    expect(await search({ path: 'a.bin' })).toMatch(/^a\.bin: binary file matches \(found .*\)$/);
    expect(await search({ '-A': 1 })).toMatch(
      /^b\.bin:1:foo\nb\.bin-2-x\nb\.bin: WARNING: stopped searching binary file .*\n--\nc\.txt:1:foo$/,
    );
  });

  test('finds text in UTF-16 files [FS-17]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': Buffer.from('\ufeffsome foo\n', 'utf16le') });
    expect((await call('Grep', { pattern: 'foo', output_mode: 'content' })).text).toBe('a.txt:1:some foo');
  });

  test('shows a path with a line end in it on one line [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'a\nb.txt': 'foo\n' });
    expect((await call('Grep', { pattern: 'foo', output_mode: 'content' })).text).toBe('a\\nb.txt:1:foo');
  });

  test('keeps the lines of a file that is gone by then, or whose name is not UTF-8 [FS-17]', async ({
    workspace,
    call,
  }) => {
    const folder = await workspace({ 'going-rg': "#!/bin/sh\nprintf './gone.txt\\0001:1:foo\\n'\n" });
    await chmod(path.join(folder, 'going-rg'), 0o755);
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), 'foo\n');
    const search = async () => call('Grep', { pattern: '^foo', output_mode: 'content' });
    expect(await search()).toMatchObject({ text: '\ufffd:1:foo' });
    process.env.CUSP_RG = path.join(folder, 'going-rg');
    expect(await search()).toMatchObject({ text: 'gone.txt:1:foo' });
  });

  test('stops counting soon after the page is full, and says so [FS-18]', async ({ workspace, call }) => {
    const folder = await workspace({
      'a.txt': '',
      'endless-rg': "#!/bin/sh\nwhile :; do printf './a.txt\\0001:1:foo\\n'; done\n",
    });
    await chmod(path.join(folder, 'endless-rg'), 0o755);
    process.env.CUSP_RG = path.join(folder, 'endless-rg');
    for (const fields of [{ head_limit: 2 }, { head_limit: 0 }]) {
      const { text } = await call('Grep', {
        pattern: 'foo',
        output_mode: 'content',
        path: 'a.txt',
        ...fields,
      });
      expect(text).toMatch(
        / of at least \d+ .*; the search was stopped after [1-9]\.\d s: narrow path or glob$/,
      );
      expect(text.length).toBeLessThan(30_200);
    }
  });

  test('lets the lines that were sent be edited, and no others [FS-6]', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': 'one foo\ntwo\nthree\nfour foo\n' });
    await call('Grep', { pattern: 'foo', output_mode: 'content', head_limit: 1 });
    const change = (old_string: string) =>
      call('Edit', { file_path: path.join(folder, 'a.txt'), old_string, new_string: 'new' });
    expect(await change('four foo')).toMatchObject({ code: 'unread' });
    expect((await change('one foo')).code).toBeUndefined();
  });

  test('counts neither file lists nor matched parts nor cut lines as shown [FS-6]', async ({
    workspace,
    call,
  }) => {
    const folder = await workspace({ 'a.txt': `foo ${'x'.repeat(600)}\n`, 'b.txt': 'foo\n' });
    await call('Grep', { pattern: 'foo' });
    await call('Grep', { pattern: 'foo', output_mode: 'content', path: 'a.txt' });
    await call('Grep', { pattern: 'foo', output_mode: 'content', '-o': true });
    for (const name of ['a.txt', 'b.txt']) {
      const input = { file_path: path.join(folder, name), old_string: 'foo', new_string: 'bar' };
      expect(await call('Edit', input)).toMatchObject({ code: 'unread' });
    }
  });
});

describe('Grep, count', () => {
  test('counts per file in byte order, with the total over all [FS-18]', async ({ workspace, call }) => {
    await workspace({ 'b.txt': 'foo\nfoo\n', 'a.txt': 'foo\n', 'c.txt': 'foo\n'.repeat(10) });
    expect((await call('Grep', { pattern: 'foo', output_mode: 'count' })).text).toBe(
      'a.txt:1\nb.txt:2\nc.txt:10\nTotal: 13 matches in 3 files',
    );
    expect(await call('Grep', { pattern: 'foo', output_mode: 'count', head_limit: 1 })).toEqual({
      text: 'a.txt:1\n… files 1-1 of 3; go on with offset 1\nTotal: 13 matches in 3 files',
      structured: { mode: 'count', files: 3, matches: 13, shown: 1, truncated: true },
    });
  });
});

describe('Grep, where it searches', () => {
  test('names the nearest of a path that is not there', async ({ workspace, call }) => {
    await workspace({ 'src/server.ts': '', 'src/b.ts': '' });
    expect(await call('Grep', { pattern: 'x', path: 'src/sever.ts' })).toEqual({
      code: 'not_found',
      text: 'Cannot search "src/sever.ts": no such file or directory\nDid you mean "src/server.ts"?',
    });
  });

  test('refuses what is outside, through a link too [PIPE-5]', async ({ workspace, folders, call }) => {
    const folder = await workspace({ 'a.txt': '' });
    await mkdir(path.join(folders.root, 'other'));
    await symlink(path.join(folders.root, 'other'), path.join(folder, 'link'));
    expect(await call('Grep', { pattern: 'x', path: 'link' })).toMatchObject({ code: 'outside_workspace' });
    expect(await call('Grep', { pattern: 'x', path: '/dev/zero' })).toMatchObject({
      code: 'outside_workspace',
    });
  });

  test('searches a granted folder outside, its globs relative to it', async ({ folders, call }) => {
    const other = path.join(folders.root, 'other');
    await mkdir(path.join(other, 'src'), { recursive: true });
    await writeFile(path.join(other, 'src', 'a.ts'), 'foo');
    const input = { pattern: 'foo', path: other, glob: 'src/*.ts' };
    expect((await call('Grep', input, { meta: { grants: [other] } })).text).toBe(`${other}/src/a.ts`);
  });

  test('searches an artifact, shown as it was named [FS-5]', async ({ folders, client, call }) => {
    await client.ping();
    const artifacts = path.join(folders.stateDir, 'runs', 'r1', 'artifacts');
    await mkdir(artifacts, { recursive: true });
    await writeFile(path.join(artifacts, 'bash1.txt'), 'x\nfoo\n');
    const input = { pattern: 'foo', path: 'artifact:r1-bash1', output_mode: 'content' };
    expect((await call('Grep', input)).text).toBe('artifact:r1-bash1:2:foo');
  });

  test('does not hang at a pipe, in the tree or named', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': 'foo' });
    execFileSync('mkfifo', [path.join(folder, 'fifo')]);
    expect((await call('Grep', { pattern: 'foo' })).text).toBe('a.txt');
    expect(await call('Grep', { pattern: 'foo', path: 'fifo' })).toMatchObject({ code: 'not_a_file' });
  });
});

describe('Grep, when something is wrong', () => {
  test("shows the engine's message for a bad pattern, and how to mend it [FS-18]", async ({
    workspace,
    call,
  }) => {
    await workspace({ 'a.txt': '' });
    const { code, text } = await call('Grep', { pattern: '(foo' });
    expect(code).toBe('invalid_input');
    expect(text).toMatch(/^Grep cannot use the pattern "\(foo": regex parse error:[\s\S]*unclosed group\n/);
    expect(text).toMatch(/\nTo find this very text, escape it: \\\(foo$/);
    expect((await call('Grep', { pattern: 'a\\nb' })).text).toMatch(/\nSet multiline to true\.$/);
    expect((await call('Grep', { pattern: '(?=a)b' })).text).toContain('look-around');
  });

  test('names the nearest types and a glob for a type it does not have', async ({ workspace, call }) => {
    await workspace({ 'a.txt': '' });
    expect(await call('Grep', { pattern: 'x', type: 'tsx' })).toMatchObject({
      code: 'invalid_input',
      text: expect.stringMatching(/^Grep has no type "tsx"\nNearest types: .*\bts\b.*Or use glob: \*\.tsx$/),
    });
  });

  test('says what a bad glob has', async ({ workspace, call }) => {
    await workspace({ 'a.txt': '' });
    expect(await call('Grep', { pattern: 'x', glob: '{a' })).toMatchObject({
      code: 'invalid_input',
      text: expect.stringContaining('unclosed alternate group'),
    });
  });

  test('gives what it found and names what it could not read [FS-17]', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': 'foo' });
    const name = 'd'.repeat(250);
    const nest = `i=0; while [ $i -lt 18 ]; do mkdir ${name} && cd -P ${name} || exit 1; i=$((i+1)); done`;
    execFileSync('sh', ['-c', nest], { cwd: folder });
    const { text } = await call('Grep', { pattern: 'foo' });
    execFileSync('rm', ['-rf', name], { cwd: folder });
    expect(text).toMatch(/^a\.txt\nNot searched: (?:d{250}\/?)+: .*\(os error 36\)$/);
  });

  test.for(['pattern', 'glob', 'type'])(
    'refuses a %s of 1 MB [FS-17]',
    async (field, { workspace, call }) => {
      await workspace({ 'a.txt': '' });
      expect(await call('Grep', { pattern: 'x', [field]: 'x'.repeat(1_000_000) })).toMatchObject({
        code: 'invalid_input',
        text: expect.stringContaining(`${field} has 1000000 bytes; at most 65536 are taken`),
      });
    },
  );

  test('says what to install when there is no ripgrep [FS-17]', async ({ workspace, call }) => {
    await workspace({ 'a.txt': '' });
    process.env.CUSP_RG = '/nowhere/rg';
    expect(await call('Grep', { pattern: 'x' })).toMatchObject({
      code: 'unavailable',
      text: expect.stringContaining('Install ripgrep, or name its binary in CUSP_RG.'),
    });
  });

  test('ignores a configuration file of ripgrep [FS-17]', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': 'FOO', rc: '--ignore-case\n' });
    process.env.RIPGREP_CONFIG_PATH = path.join(folder, 'rc');
    expect((await call('Grep', { pattern: 'foo' })).text).toBe('No matches');
  });

  test('gives what it has before the caller stops waiting', async ({ workspace, call }) => {
    const folder = await workspace({
      'a.txt': '',
      'slow-rg': "#!/bin/sh\nprintf './a.txt\\0'\nexec tail -f /dev/null\n",
      'mute-rg': '#!/bin/sh\nexec tail -f /dev/null\n',
    });
    const search = async (ripgrep: string) => {
      await chmod(path.join(folder, ripgrep), 0o755);
      process.env.CUSP_RG = path.join(folder, ripgrep);
      return (await call('Grep', { pattern: 'x', path: 'a.txt' }, { meta: { answerWithinMs: 500 } })).text;
    };
    expect(await search('slow-rg')).toMatch(
      /^a\.txt\n… files 1-1 of at least 1; the search was stopped after 0\.\d s: narrow path or glob$/,
    );
    expect(await search('mute-rg')).toMatch(
      /^No matches\nNot all was searched; the search was stopped after 0\.\d s/,
    );
  });

  test('says so when ripgrep is killed', async ({ workspace, call }) => {
    const folder = await workspace({ 'a.txt': '', 'dying-rg': '#!/bin/sh\nkill -9 $$\n' });
    await chmod(path.join(folder, 'dying-rg'), 0o755);
    process.env.CUSP_RG = path.join(folder, 'dying-rg');
    expect(await call('Grep', { pattern: 'x' })).toEqual({
      code: 'command_failed',
      text: 'ripgrep ended by SIGKILL',
    });
  });

  test('ends ripgrep at once when it is cancelled [PRO-8]', async ({ workspace, call }) => {
    const folder = await workspace({ 'slow-rg': '#!/bin/sh\necho $$ > pid\nexec tail -f /dev/null\n' });
    await chmod(path.join(folder, 'slow-rg'), 0o755);
    execFileSync('mkfifo', [path.join(folder, 'pid')]);
    process.env.CUSP_RG = path.join(folder, 'slow-rg');
    const controller = new AbortController();
    const searching = call('Grep', { pattern: 'x' }, { signal: controller.signal });
    const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
    controller.abort('enough');
    await expect(searching).rejects.toThrow('enough');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('lists every file where no limit is asked for, past the cap of a page [FS-17]', async ({
    workspace,
    call,
  }) => {
    const names = Array.from({ length: 2_000 }, (_, index) => `a-folder-of-some-length/file-${index}.txt`);
    await workspace(Object.fromEntries(names.map((name) => [name, 'needle\n'])));
    const { text, structured } = await call('Grep', { pattern: 'needle', head_limit: 0 });
    expect(text.split('\n').sort()).toEqual(names.sort());
    expect(structured).toMatchObject({ files: 2_000, shown: 2_000, truncated: false });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
