import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { runDirectory } from '@cusp/protocol';
import { describe, expect } from 'vitest';
import { test } from './shell-test.ts';

describe('Bash', () => {
  test('answers with stdout and stderr in the order they were written [SH-1]', async ({ bash }) => {
    const { text, result } = await bash('echo one; echo two >&2; echo three');
    expect(text).toMatch(/^one\ntwo\nthree$/m);
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  });

  test('says that a command wrote nothing', async ({ bash }) => {
    expect((await bash('true')).text).toMatch(/^\(no output\)/);
  });

  test('keeps no file of a short output [SH-7]', async ({ bash, folders, runId }) => {
    const { result } = await bash('echo short');
    expect(result).not.toHaveProperty('artifact');
    const run = runDirectory(folders.stateDir, runId);
    expect(await readdir(path.join(run, 'artifacts'))).toEqual([]);
    expect(await readdir(path.join(run, 'shell'))).toEqual([]);
  });

  describe('cannot hang for input [SH-1]', () => {
    test('cat reads nothing', async ({ bash }) => {
      expect((await bash('cat; echo done')).text).toMatch(/^done/);
    });

    test('read fails', async ({ bash }) => {
      expect((await bash('read x || echo "no input"')).text).toMatch(/^no input/);
    });

    test('there is no terminal to ask at', async ({ bash }) => {
      expect((await bash('(exec </dev/tty) 2>/dev/null || echo "no terminal"')).text).toMatch(/^no terminal/);
    });

    test('git pages and prompts nobody', async ({ bash, workspace }) => {
      await workspace({ 'a.txt': 'A' });
      const commit = 'git -c user.name=a -c user.email=a@b commit -qm first';
      const { text } = await bash(`git init -q . && git add a.txt && ${commit} && git log --format=%s`);
      expect(text).toMatch(/^first/);
      expect((await bash('echo "$PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT $DEBIAN_FRONTEND"')).text).toBe(
        'cat cat 0 noninteractive',
      );
    });
  });

  test('runs bash, no other shell and no login shell', async ({ bash }) => {
    const { text } = await bash('a=(x y); echo "$a $0 $#"; shopt -q login_shell || echo plain');
    expect(text).toMatch(/^x bash 0\nplain/);
  });

  describe('hands over what it was given as it is', () => {
    const rows: [title: string, command: string, text: string][] = [
      ['a here-document', 'cat <<"EOF"\na $b\nEOF', 'a $b'],
      ['a comment at the end', 'echo a # comment', 'a'],
      ['a backslash at the end', 'echo a \\', 'a \\'],
      ['quotes of all kinds', `echo 'a"b' "c'd" $'e\\tf' \\"`, `a"b c'd e\tf "`],
      ['a leading line end', '\n\necho a', 'a'],
      ['several lines', 'for i in 1 2\ndo\n  echo $i\ndone', '1\n2'],
      ['other scripts', 'echo "äöü 漢字 🎉"', 'äöü 漢字 🎉'],
      ['the first exit code', 'echo $?', '0'],
      ['line numbers', 'echo $LINENO\necho $LINENO', '1\n2'],
      ['a trap on EXIT', 'trap "echo bye" EXIT; echo hi', 'hi\nbye'],
      ['a trap on ERR', 'trap "echo err" ERR; false; true', 'err'],
      ['a trap on DEBUG', 'trap "echo dbg" DEBUG; true', 'dbg'],
      ['a trap on TERM', 'trap "echo term" TERM; kill -TERM $$; echo on', 'term\non'],
      ['noclobber', 'set -o noclobber; cd /; echo a', 'a'],
      ['closed output', 'echo a; exec >&- 2>&-; cd .', 'a'],
    ];
    for (const [title, command, expected] of rows) {
      test(title, async ({ bash }) => {
        const { text, result } = await bash(command);
        expect(result.exitCode).toBe(0);
        expect(text.split('\nShell cwd')[0]).toBe(expected);
      });
    }

    test('xtrace shows the command and nothing of ours', async ({ bash }) => {
      expect((await bash('set -x; echo hi')).text).toBe('++ echo hi\nhi');
    });

    test('exec replaces the shell', async ({ bash }) => {
      expect(await bash('exec bash -c "exit 5"')).toMatchObject({ result: { exitCode: 5 } });
    });

    test('set -e ends it at the first failure', async ({ bash }) => {
      const { text, result } = await bash('set -e; echo a; (exit 7); echo b');
      expect(text).toMatch(/^Exit code 7\na/);
      expect(result.exitCode).toBe(7);
    });

    test('a trap on EXIT sees and sets the exit code', async ({ bash }) => {
      expect(await bash('trap \'echo "was $?"; exit 9\' EXIT; exit 4')).toMatchObject({
        text: expect.stringMatching(/^Exit code 9\nwas 4/),
      });
    });

    test('a syntax error is named with its line', async ({ bash }) => {
      const { text, code } = await bash('echo first\nif (');
      expect(code).toBe('command_failed');
      expect(text).toMatch(/^Exit code [12]\nfirst\nbash: .*line \d+.*syntax error/);
    });
  });

  test('does not see its own text as a process to end', async ({ bash }) => {
    expect((await bash('pkill -f a-server-of-no-name; echo "pkill said $?"')).text).toMatch(/^pkill said 1/);
  });

  test('runs a command of 5 MB', async ({ bash }) => {
    const { text } = await bash(`cat <<'EOF' | wc -c\n${'x'.repeat(5_000_000)}\nEOF`);
    expect(text).toMatch(/^5000001/);
  });

  describe('refuses', () => {
    test('an empty command', async ({ call }) => {
      expect(await call('Bash', { command: ' \n' })).toEqual({
        code: 'invalid_input',
        text: 'Bash: "command" is empty',
      });
    });

    test('a NUL byte', async ({ call }) => {
      expect(await call('Bash', { command: 'echo a\0b' })).toMatchObject({ code: 'invalid_input' });
    });

    for (const timeout of [0, -5]) {
      test(`a timeout of ${timeout}`, async ({ call }) => {
        const { code, text } = await call('Bash', { command: 'true', timeout });
        expect(code).toBe('invalid_input');
        expect(text).toContain(`"timeout" takes at least 1, got ${timeout}`);
      });
    }
  });

  test('clamps a timeout that is too long [SH-1]', async ({ bash }) => {
    expect(await bash('echo a', { timeout: 999_999_999 })).toMatchObject({ result: { exitCode: 0 } });
  });

  describe('without bash on PATH', () => {
    const lonely = test.extend({ environment: { PATH: '/nowhere' } });

    lonely('says what is missing and who can mend it', async ({ call }) => {
      expect(await call('Bash', { command: 'true' })).toEqual({
        code: 'unavailable',
        text:
          'Cannot run commands: there is no bash on PATH "/nowhere"\n' +
          'The person must install bash, or start cusp with a PATH that has it.',
      });
    });
  });

  test('runs 100 commands at once', async ({ bash }) => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, index) => bash(`echo "n${index}"`)));
    expect(outcomes.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, index) => `n${index}`));
  });
});
