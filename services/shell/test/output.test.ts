import { describe, expect } from 'vitest';
import { test } from './shell-test.ts';

describe('the output of a command', () => {
  const rows: [title: string, command: string, text: string][] = [
    ['invalid UTF-8 as �', "printf 'a\\xff\\xfeb'", 'a��b'],
    ['a character that was written in two pieces', "printf '\\xe2\\x82'; sleep 0.01; printf '\\xac'", '€'],
    ['NUL as a picture', "printf 'a\\0b'", 'a␀b'],
    ['other control characters as pictures', "printf 'a\\x01\\x7fb'", 'a␁␡b'],
    ['tabs as they are', "printf 'a\\tb'", 'a\tb'],
    ['no bell', "printf 'a\\ab'", 'ab'],
    ['no colours', "printf '\\e[1;31mred\\e[0m \\e[38;5;9mx\\e[m'", 'red x'],
    ['no titles and links', "printf '\\e]0;title\\aa\\e]8;;http://x\\e\\\\b\\e]8;;\\e\\\\'", 'ab'],
    ['no character sets', "printf '\\e(B\\e)0a\\e=\\e>b'", 'ab'],
    ['no escape that is cut off', "printf 'a\\e[3'", 'a'],
    ['line ends of DOS', "printf 'a\\r\\nb\\r\\n'", 'a\nb'],
    ['the last state of a progress bar', "printf '10%%\\r50%%\\r100%% done\\n'", '100% done'],
    ['what a shorter state left standing', "printf 'abcdef\\rxy\\n'", 'xycdef'],
    [
      'a line that is erased and written anew',
      "printf 'downloading\\r\\e[Kok\\nloading\\r\\e[2Kfine'",
      'ok\nfine',
    ],
    ['characters that are taken back', "printf 'abc\\b\\b12 |\\b/'", 'a12 /'],
    ['several bars at once', "printf 'a 1\\nb 1\\n\\e[2A\\e[Ka 2\\n\\e[Kb 2\\n'", 'a 2\nb 2'],
    ['what stood before a cleared screen', "printf 'a\\n\\e[H\\e[2Jb'", 'a\nb'],
    ['a column to jump to', "printf 'a\\e[5Gb\\e[2Cc'", 'a   b  c'],
  ];
  for (const [title, command, text] of rows) {
    test(`shows ${title} [SH-8]`, async ({ bash }) => {
      expect((await bash(command)).text).toBe(text);
    });
  }

  const reopening: [title: string, command: string, text: string][] = [
    ['a redirect to /dev/stderr', 'echo a; echo b > /dev/stderr; echo c', 'a\nb\nc'],
    ['a redirect to /dev/stdout', 'echo a; echo b > /dev/stdout; echo c', 'a\nb\nc'],
    ['a redirect to /proc/self/fd/1', 'echo a; echo b >/proc/self/fd/1; echo c >&2', 'a\nb\nc'],
    ['tee to /dev/stderr', 'echo a; echo b | tee /dev/stderr | sed s/b/x/; echo c', 'a\nb\nx\nc'],
    ['a job that redirects', 'echo a; (echo b > /dev/stderr) & wait; echo c', 'a\nb\nc'],
    ['exec', 'echo a; exec bash -c "echo b > /dev/stderr; echo c"', 'a\nb\nc'],
  ];
  for (const [title, command, text] of reopening) {
    test(`outlives ${title} [SH-1]`, async ({ bash }) => {
      expect((await bash(command)).text).toBe(text);
    });
  }

  const ending: [title: string, command: string, text: RegExp][] = [
    ['the shell was killed', 'echo a; kill -KILL $$', /^Exit code 137\na\n/],
    ['the shell closed it', 'echo a; exec >&- 2>&-; sleep 0.05', /^a$/],
    ['a pipe of the command broke', 'set -o pipefail; yes | head -1', /^Exit code 141\ny\n/],
    ['much was written last', 'seq 4000 | tail -c 15000; echo end >&2', /\n4000\nend$/],
  ];
  for (const [title, command, text] of ending) {
    test(`is whole although ${title} [SH-1]`, async ({ bash }) => {
      expect((await bash(command)).text).toMatch(text);
    });
  }

  test('is carried by no process of the command [SH-3]', async ({ bash }) => {
    const { text } = await bash('wait; jobs; echo "[$!]"; ps -o comm= -s $$ | sort');
    expect(text).toBe('[]\nbash\nps\nsort');
  });

  test('is cut to head and tail and kept whole when it is long [SH-7]', async ({ bash, artifact }) => {
    const { text, result } = await bash('seq 20000');
    expect(text.length).toBeLessThan(31_000);
    expect(text).toMatch(/^1\n2\n3\n/);
    expect(text).toMatch(/\n19999\n20000$/);
    expect(text).toContain(`all of it: Read or Grep artifact:${result.artifact}`);
    expect(await artifact(result.artifact)).toMatch(/^1\n2\n[\s\S]*\n20000\n$/);
  });

  test('of just the cap is whole', async ({ bash }) => {
    const { text, result } = await bash(`printf '%030000d' 0`);
    expect(text).toBe('0'.repeat(30_000));
    expect(result).not.toHaveProperty('artifact');
  });

  const withCap = test.extend({ settings: { output: { cap: 1_000 } } });

  withCap('is cut where the settings say', async ({ bash }) => {
    expect((await bash('seq 2000')).text.length).toBeLessThan(1_200);
  });

  test('of a failure is cut as well, below its exit code', async ({ bash }) => {
    const { text, code } = await bash('seq 20000; exit 3');
    expect(code).toBe('command_failed');
    expect(text).toMatch(/^Exit code 3\n1\n2\n/);
  });

  test('of 200 MB neither fills memory nor takes long [SH-7]', async ({ bash, client }) => {
    const before = process.memoryUsage.rss();
    const running = bash('head -c 200000000 /dev/zero | tr "\\0" x; echo; echo end');
    await client.ping();
    const { text, result } = await running;
    expect(text).toMatch(/^x{11000,}\n… most of 200000005 bytes left out; .*\nx*\n?end$/);
    expect(text.length).toBeLessThan(31_000);
    expect(result.artifact).toBeDefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  const withDiskCap = test.extend({ settings: { shell: { diskCapMegabytes: 1 } } });
  const OVER = 'Ended by cusp: its output passed the cap of 1 MB (setting shell.diskCapMegabytes)';

  withDiskCap('past the cap on disk ends the command, and says so [SH-7]', async ({ bash, artifact }) => {
    const { text, result } = await bash('echo first; yes; echo not reached');
    expect(text).toMatch(/^Exit code 143\nfirst\ny\n/);
    expect(text).toContain(`\ny\n\n${OVER}\n`);
    expect((await artifact(result.artifact)).length).toBe(1024 * 1024 + OVER.length + 2);
  });

  withDiskCap(
    'past the cap on disk ends what was left running, too [SH-7]',
    async ({ bash, artifact, living }) => {
      const { result } = await bash('(until [ -e go ]; do sleep 0.01; done; yes) & exit 0');
      await bash('touch go');
      await expect.poll(() => artifact(result.artifact), { timeout: 10_000 }).toMatch(OVER);
      await expect.poll(living, { timeout: 10_000 }).toEqual([]);
    },
  );

  withDiskCap('of just the cap on disk is whole [SH-7]', async ({ bash }) => {
    expect((await bash('head -c 1048576 /dev/zero | tr "\\0" x')).result.exitCode).toBe(0);
  });

  test('that the command itself removed is said to be lost, and the next command runs', async ({
    bash,
    folders,
  }) => {
    const { text, code, result } = await bash(`echo a; rm -rf '${folders.stateDir}'; exit 3`);
    expect(code).toBe('command_failed');
    expect(text).toMatch(/^Exit code 3\n\(output lost: ".*\.txt" was removed meanwhile\)$/);
    expect(result.exitCode).toBe(3);
    expect((await bash('echo b')).text).toBe('b');
  });

  test('that is lost while something is left running is said to be lost', async ({ bash, folders }) => {
    const { text } = await bash(`sleep 300 & rm -rf '${folders.stateDir}'`);
    expect(text).toMatch(/^\(output lost: .*\nLeft running as bash1: pid \d+ sleep 300/);
  });

  test('to a device that is full fails as it does anywhere', async ({ bash }) => {
    const { text, code } = await bash('echo a >/dev/full');
    expect(code).toBe('command_failed');
    expect(text).toBe('Exit code 1\nbash: line 1: echo: write error: No space left on device');
  });

  test('of a long line of other scripts is cut between characters', async ({ bash }) => {
    const { text } = await bash(`printf '漢%.0s' {1..500000}`);
    expect(text).toMatch(/^漢+\n….*…\n漢+$/);
  });
});
