import { describe, expect } from 'vitest';
import { test } from './shell-test.ts';

const NO_MATCH = 'no match';
const DIFFERS = 'the inputs differ';
const IS_FALSE = 'the condition is false';

describe('exit code 1 is no error [SH-6]', () => {
  const rows: [command: string, meaning: string][] = [
    ['grep nope a.txt', NO_MATCH],
    ['egrep nope a.txt 2>/dev/null', NO_MATCH],
    ['fgrep nope a.txt 2>/dev/null', NO_MATCH],
    ['/usr/bin/env LC_ALL=C grep nope <a.txt', NO_MATCH],
    ['LC_ALL=C grep nope a.txt', NO_MATCH],
    ['command grep nope a.txt', NO_MATCH],
    ['timeout 5 grep nope a.txt', NO_MATCH],
    ['nice -n 5 grep nope a.txt', NO_MATCH],
    ['cat a.txt | grep nope', NO_MATCH],
    ['cat a.txt |& grep -e "a|b && c;d" -e \'x | y\'', NO_MATCH],
    ['cd sub && grep nope ../a.txt', NO_MATCH],
    ['false; grep nope a.txt', NO_MATCH],
    ['false\ngrep nope a.txt # look | here', NO_MATCH],
    ['false || grep nope a.txt', NO_MATCH],
    ['(cd sub; grep nope ../a.txt)', NO_MATCH],
    ['{ grep nope a.txt; }', NO_MATCH],
    ['grep nope <<EOF\nsome; text | cat\nEOF\n', NO_MATCH],
    ['grep "$(echo nope; false)" a.txt', NO_MATCH],
    ['grep nope a.txt >out.txt 2>&1', NO_MATCH],
    ['git init -q .; git grep nope', NO_MATCH],
    ['diff a.txt b.txt', DIFFERS],
    ['diff <(sort a.txt) <(sort b.txt) >/dev/null', DIFFERS],
    ['cmp a.txt b.txt', DIFFERS],
    ['git --no-pager diff --no-index a.txt b.txt', DIFFERS],
    ['test -f nowhere', IS_FALSE],
    ['[ -f nowhere ]', IS_FALSE],
    ['[[ -f nowhere && ( 1 < 2 ) ]]', IS_FALSE],
    ['test -f nowhere && grep A a.txt', `${IS_FALSE}, or ${NO_MATCH}`],
    ['find nowhere', 'some paths could not be searched'],
  ];
  for (const [command, meaning] of rows) {
    test(command.replaceAll('\n', '⏎'), async ({ bash, workspace }) => {
      await workspace({ 'a.txt': 'A\n', 'b.txt': 'B\n', 'sub/c': '' });
      const { text, code, result } = await bash(command);
      expect(code).toBeUndefined();
      expect(result).toMatchObject({ exitCode: 1, meaning });
      expect(text).toContain(`Exit code 1: ${meaning} (no error)`);
    });
  }
});

describe('another exit is an error [SH-6]', () => {
  const rows: [command: string, exitCode: number][] = [
    ['false', 1],
    ['grep nope nowhere', 2],
    ['diff a.txt nowhere', 2],
    ['grep nope a.txt | sh -c "exit 1"', 1],
    ['grep A a.txt && false', 1],
    ['grep nope a.txt; false', 1],
    ['false && grep nope a.txt', 1],
    ['cd nowhere && grep nope a.txt', 1],
    ['set -e; false; grep nope a.txt', 1],
    ['set -o pipefail; false | grep A a.txt', 1],
    ['! grep A a.txt', 1],
    ['echo grep; sh -c "exit 1"', 1],
    ['"grep nope" a.txt', 127],
    ['grep nope a.txt || exit 1', 1],
    ['if grep A a.txt; then exit 1; fi', 1],
    ['for i in 1; do grep nope a.txt; done', 1],
    ['f() { grep nope a.txt; }; f', 1],
    ['exit 255', 255],
  ];
  for (const [command, exitCode] of rows) {
    test(command, async ({ bash, workspace }) => {
      await workspace({ 'a.txt': 'A\n' });
      const { text, code, result } = await bash(command);
      expect(code).toBe('command_failed');
      expect(text.split('\n')[0]).toBe(`Exit code ${exitCode}`);
      expect(result).toMatchObject({ exitCode, timedOut: false });
      expect(result).not.toHaveProperty('meaning');
    });
  }

  test('126 and 127 say what they mean', async ({ bash, workspace }) => {
    await workspace({ 'plain.txt': '' });
    expect((await bash('./plain.txt')).text).toMatch(
      /^Exit code 126\n.*\n126: it was found but cannot be run/,
    );
    expect((await bash('no-such-command')).text).toMatch(/^Exit code 127\n.*\n127: there is no such command/);
  });

  test('a signal is named, of a program and of the shell itself', async ({ bash }) => {
    const program = await bash('sh -c "kill -SEGV \\$\\$"');
    expect(program.text).toMatch(/^Exit code 139\n[\s\S]*\n139 = 128 \+ 11: SIGSEGV, a segmentation fault$/);
    const itself = await bash('kill -KILL $$');
    expect(itself.result).toMatchObject({ exitCode: 137, signal: 'SIGKILL' });
    expect(itself.text).toMatch(/^Exit code 137\n\(no output\)\n137 = 128 \+ 9: SIGKILL/);
  });
});
