import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { test } from './shell-test.ts';

describe('the working directory of Bash [SH-4]', () => {
  const staying: [title: string, command: string, exitCode: number][] = [
    ['a cd', 'cd sub', 0],
    ['a cd and an exit', 'cd sub; exit 3', 3],
    ['a cd and a failure under set -e', 'set -e; cd sub; false', 1],
    ['a cd under set -x and noclobber', 'set -xC; cd sub', 0],
    ['a pushd', 'pushd sub >/dev/null', 0],
    ['a cd before a trap on EXIT of its own', 'trap "echo bye" EXIT; cd sub', 0],
    ['a cd with the output closed', 'cd sub; exec >&- 2>&-', 0],
    ['a cd before a syntax error', 'cd sub\nif (', 2],
    ['a cd over a link', 'cd link', 0],
    ['a cd that a function replaces', 'cd() { builtin cd "$@"; }; pwd() { echo no; }; cd sub', 0],
  ];
  for (const [title, command, exitCode] of staying) {
    test(`${title} lasts`, async ({ bash, folders }) => {
      await mkdir(path.join(folders.workspace, 'sub'));
      await symlink('sub', path.join(folders.workspace, 'link'));
      const { result } = await bash(command);
      expect(result).toMatchObject({ exitCode, cwd: `${folders.workspace}/sub` });
      expect((await bash('pwd; echo "$PWD"')).text).toBe(
        `${folders.workspace}/sub\n${folders.workspace}/sub`,
      );
    });
  }

  const leaving: [title: string, command: string][] = [
    ['a cd in a subshell', '(cd sub)'],
    ['a cd in a pipeline', 'cd sub | cat'],
    ['a cd in the background', 'cd sub & wait'],
    ['a cd before exec', 'cd sub; exec true'],
    ['a cd that fails', 'cd nowhere || true'],
  ];
  for (const [title, command] of leaving) {
    test(`${title} changes nothing`, async ({ bash, workspace }) => {
      const root = await workspace({ 'sub/a': '' });
      expect((await bash(command)).result.cwd).toBe(root);
      expect((await bash('pwd')).text).toBe(root);
    });
  }

  test('is reset when it leaves the workspace, and the result says so', async ({ bash, folders }) => {
    const { text, result } = await bash('cd / && pwd');
    expect(text).toBe(`/\nShell cwd was reset to ${folders.workspace}`);
    expect(result.cwd).toBe(folders.workspace);
    expect((await bash('pwd')).text).toBe(folders.workspace);
  });

  test('is reset when a link leads out of the workspace', async ({ bash, folders }) => {
    await symlink('/', path.join(folders.workspace, 'out'));
    expect((await bash('cd out')).text).toContain(`Shell cwd was reset to ${folders.workspace}`);
  });

  test('is reset when the command removes it', async ({ bash, folders }) => {
    const { text, result } = await bash('mkdir gone; cd gone; rmdir ../gone');
    expect(text).toContain(`Shell cwd was reset to ${folders.workspace}`);
    expect(result.cwd).toBe(folders.workspace);
  });

  test('is reset when it vanished between two calls', async ({ bash, folders }) => {
    await bash('mkdir gone; cd gone');
    await bash(`cd "${folders.workspace}/gone"; rmdir "$PWD" &\nwait; exec true`);
    expect((await bash('pwd')).text).toBe(
      `${folders.workspace}\nShell cwd was reset to ${folders.workspace} (${folders.workspace}/gone is gone)`,
    );
  });

  test('may have any name', async ({ bash, folders }) => {
    const name = `a b'c"d$e\n漢`;
    await mkdir(path.join(folders.workspace, name));
    await bash('cd a*');
    expect((await bash('true')).result.cwd).toBe(path.join(folders.workspace, name));
  });

  test('is not changed by a command that went to the background', async ({ bash, folders }) => {
    await mkdir(path.join(folders.workspace, 'sub'));
    await bash('cd sub; sleep 300', { timeout: 50 });
    expect((await bash('pwd')).text).toBe(folders.workspace);
  });

  test('is one for all; variables and functions do not last', async ({ bash }) => {
    await bash('export A=1; b=2; f() { echo f; }; alias l=ls; set -u; umask 077');
    expect((await bash('echo "[$A$b]"; type f l 2>/dev/null || echo none')).text).toBe('[]\nnone');
  });
});
