import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import { describe, expect, test } from 'vitest';
import { childEnvironment, describeExit, type StartOptions, startChild } from '../src/index.ts';
import { startedNode } from './bundled.ts';
import { started, startedScript, temporaryFolder, wholeOutput } from './started.ts';

// Pipes are made ahead of need.
const SPARE_PIPE_ENDS = 3 * 20;

async function failure(options: Partial<StartOptions> & { command: string }): Promise<unknown> {
  const complete: StartOptions = {
    args: [],
    env: process.env,
    stdin: 'closed',
    output: { kind: 'pipe' },
    ...options,
  };
  return startChild(complete).then(
    () => 'started',
    (error: unknown) => (error instanceof ToolError ? { code: error.code, text: error.text } : error),
  );
}

describe('startChild', () => {
  test('gives a reader of stdin end of file at once [SH-1]', async () => {
    const child = await started({ command: 'cat' });
    expect(await child.exited).toEqual({ kind: 'exited', code: 0 });
  });

  test('writes to stdin and reads stdout', async () => {
    const child = await started({ command: 'cat', stdin: 'pipe' });
    child.stdin?.end('hello');
    expect(await wholeOutput(child)).toBe('hello');
  });

  test('gives the child a session and a group of its own and no terminal', async () => {
    const child = await startedScript('ps -o pid=,pgid=,sess=,tty= -p $$');
    const { pid } = child;
    expect((await wholeOutput(child)).trim().split(/\s+/)).toEqual([`${pid}`, `${pid}`, `${pid}`, '?']);
  });

  test('gives the child no stdio of ours [PRO-3]', async () => {
    const child = await startedScript('readlink /proc/$$/fd/{0,1,2}');
    const [stdin, ...outputs] = (await wholeOutput(child)).trim().split('\n');
    const ours = [1, 2].map((descriptor) => readlinkSync(`/proc/self/fd/${descriptor}`));
    expect(stdin).toBe('/dev/null');
    expect(outputs).toEqual([expect.stringMatching(/^socket:/), expect.stringMatching(/^socket:/)]);
    expect(ours).not.toEqual(expect.arrayContaining([outputs[0]]));
    expect(ours).not.toEqual(expect.arrayContaining([outputs[1]]));
  });

  test('tells an exit code from a signal', async () => {
    const [failed, killed] = [await startedScript('exit 3'), await startedScript('kill -KILL $$')];
    expect(describeExit(await failed.exited)).toBe('exit code 3');
    expect(describeExit(await killed.exited)).toBe('SIGKILL');
    expect(failed.exit).toEqual({ kind: 'exited', code: 3 });
    expect(killed.exit).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  test('settles when the child exits although a grandchild holds its pipes [SH-3]', async () => {
    const child = await startedScript('sleep 300 & echo done');
    expect(await child.exited).toEqual({ kind: 'exited', code: 0 });
    child.stdout?.resume();
    expect(await child.drained(50)).toBe(false);
  });

  test('keeps the tail of stderr beside a piped stdout [PRO-7]', async () => {
    const child = await startedScript('for i in {1..20000}; do echo "line $i" >&2; done; echo out; exit 1');
    expect(await wholeOutput(child)).toBe('out\n');
    expect(await child.drained(5_000)).toBe(true);
    expect(child.stderrTail()).toMatch(/line 19999\nline 20000\n$/);
    expect(child.stderrTail().length).toBeLessThanOrEqual(16 * 1024);
  });

  test('appends stdout and stderr to one file in the order they were written [SH-1]', async () => {
    const file = path.join(await temporaryFolder(), 'output');
    await writeFile(file, 'before\n');
    const child = await startedScript('for i in 1 2 3; do echo out $i; echo err $i >&2; done', {
      output: { kind: 'file', path: file },
    });
    await child.exited;
    expect(await child.drained(5_000)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('before\nout 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
    expect(child.stderrTail()).toBe('');
  });

  test('keeps head and tail of both streams in memory', async () => {
    const child = await startedScript('echo start; seq 100000; echo end >&2', {
      output: { kind: 'ring', bytes: 2000 },
    });
    await child.exited;
    await child.drained(5_000);
    expect(child.output?.text()).toMatch(/^start\n1\n2\n.*… \d+ bytes left out ….*end\n/s);
    expect(child.output?.text().length).toBeLessThan(2100);
  });

  test('marks the child with the run only when one is given', async () => {
    const env = { PATH: process.env.PATH };
    expect(await wholeOutput(await startedScript('echo $CUSP_RUN', { env, runId: 'run-7' }))).toBe('run-7\n');
    expect(await wholeOutput(await startedScript('echo $CUSP_RUN', { env }))).toBe('\n');
  });

  test('passes only the given environment', async () => {
    const child = await started({ command: 'env', env: { PATH: process.env.PATH, ONE: '1' } });
    const names = (await wholeOutput(child))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['CUSP_CHILD', 'ONE', 'PATH']);
  });

  test('survives writing to a child that is dead or does not read', async () => {
    const child = await started({ command: 'true', stdin: 'pipe' });
    await child.exited;
    const failed = new Promise((resolve) => child.stdin?.write('x'.repeat(1_000_000), resolve));
    expect(await failed).toMatchObject({
      code: expect.stringMatching(/EPIPE|ECONNRESET|ERR_STREAM_DESTROYED/),
    });
  });

  test('writes ten million lines to a file and to a ring in bounded memory [SH-7]', async () => {
    const file = path.join(await temporaryFolder(), 'output');
    const before = process.memoryUsage().rss;
    const toRing = await startedScript('yes | head -c 100000000', {
      output: { kind: 'ring', bytes: 65_536 },
    });
    const toFile = await startedScript('yes | head -c 20000000', { output: { kind: 'file', path: file } });
    await Promise.all([toRing.exited, toFile.exited]);
    await Promise.all([toRing.drained(5_000), toFile.drained(5_000)]);
    expect(toRing.output?.droppedBytes).toBe(100_000_000 - 65_536);
    expect((await stat(file)).size).toBe(20_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });

  test('starts and ends a hundred children at once', async () => {
    const children = await Promise.all(
      Array.from({ length: 100 }, () => started({ command: 'sleep', args: ['300'] })),
    );
    await Promise.all(children.map((child) => child.kill()));
    const exits = await Promise.all(children.map((child) => child.exited));
    expect(new Set(exits.map(describeExit))).toEqual(new Set(['SIGTERM']));
  });

  test('leaks no descriptor over two hundred starts, failed starts and kills', async () => {
    const folder = await temporaryFolder();
    const openDescriptors = async () => (await readdir('/proc/self/fd')).length;
    const before = await openDescriptors();
    const outputs: StartOptions['output'][] = [
      { kind: 'pipe' },
      { kind: 'ring', bytes: 1000 },
      { kind: 'file', path: path.join(folder, 'output') },
    ];
    const startAndKill = async (index: number) => {
      const output = outputs[index % 3] ?? { kind: 'pipe' };
      const child = await started({
        command: 'sleep',
        args: ['300'],
        stdin: index % 2 ? 'pipe' : 'closed',
        output,
      });
      await Promise.all([child.kill({ graceMs: 0 }), failure({ command: 'no-such-command', output })]);
      // Sockets close in the turn after `destroy`.
      if (child.stdout && !child.stdout.closed) await once(child.stdout, 'close');
    };
    for (let index = 0; index < 200; index += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, offset) => startAndKill(index + offset)));
    }
    expect(await openDescriptors()).toBeLessThanOrEqual(before + SPARE_PIPE_ENDS);
  });
});

describe('a start that fails', () => {
  test('names a missing command', async () => {
    expect(await failure({ command: 'no-such-command' })).toEqual({
      code: 'not_found',
      text: 'Cannot start "no-such-command": no such command in PATH\nInstall it, or give its full path.',
    });
    expect(await failure({ command: '/no/such' })).toEqual({
      code: 'not_found',
      text: 'Cannot start "/no/such": no such file',
    });
  });

  test('tells a missing working directory from a missing command', async () => {
    expect(await failure({ command: 'cat', cwd: '/nowhere/at-all' })).toEqual({
      code: 'not_found',
      text: 'Cannot start "cat" in "/nowhere/at-all": no such working directory',
    });
    expect(await failure({ command: 'cat', cwd: '/etc/hostname' })).toMatchObject({ code: 'not_directory' });
    expect(await failure({ command: 'no-such-command', cwd: '/' })).toMatchObject({
      text: expect.stringContaining('no such command'),
    });
  });

  test('names a file that is not executable, and a directory', async () => {
    const script = path.join(await temporaryFolder(), 'script');
    await writeFile(script, '#!/bin/sh\n');
    expect(await failure({ command: script })).toEqual({
      code: 'access_denied',
      text: `Cannot start "${script}": it is not an executable file\nMake it executable (chmod +x), or start it with its interpreter.`,
    });
    expect(await failure({ command: '/' })).toMatchObject({ code: 'access_denied' });
  });

  test('names a missing interpreter, for a path relative to the working directory too', async () => {
    const cwd = await temporaryFolder();
    await mkdir(path.join(cwd, 'bin'));
    await writeFile(path.join(cwd, 'bin/script'), '#!/no/such/interpreter\n');
    await chmod(path.join(cwd, 'bin/script'), 0o755);
    expect(await failure({ command: './bin/script', cwd })).toEqual({
      code: 'not_found',
      text: 'Cannot start "./bin/script": the interpreter named in its first line is missing',
    });
  });

  test('is told from a working directory of our own that is gone, where others start', async () => {
    const script = `
      const start = (command, more) => child.startChild({
        command, args: [], env: process.env, stdin: 'closed', output: { kind: 'pipe' }, ...more,
      }).then((started) => started.exited, (error) => error.message);
      console.log(JSON.stringify([await start('true', { cwd: '/' }), await start('./no-such'),
        await start('true', { cwd: '/', dieWithParent: true, tagLimit: true })]));`;
    const node = await startedNode(script, {
      prepare: 'mkdir gone; cd gone; rmdir ../gone',
      cwd: await temporaryFolder(),
    });
    const well = { kind: 'exited', code: 0 };
    expect(JSON.parse(await wholeOutput(node))).toEqual([
      well,
      'Cannot start "./no-such": no such file',
      well,
    ]);
  });

  test('refuses what no process can be given', async () => {
    expect(await failure({ command: 'echo', args: ['a\0b'] })).toMatchObject({ code: 'invalid_input' });
    expect(await failure({ command: 'echo', env: { A: 'a\0b' } })).toMatchObject({ code: 'invalid_input' });
    expect(await failure({ command: '' })).toMatchObject({ code: 'invalid_input' });
    expect(await failure({ command: 'echo', args: ['x'.repeat(3_000_000)] })).toMatchObject({
      code: 'too_large',
    });
  });

  test('names an output file that cannot be opened', async () => {
    const output = { kind: 'file' as const, path: '/nowhere/output' };
    expect(await failure({ command: 'true', output })).toEqual({
      code: 'not_found',
      text: 'Cannot open "/nowhere/output" for output: no such file or directory',
    });
  });

  test('starts with an environment whose base holds bytes no process can be given', async () => {
    const { env } = childEnvironment({ base: { PATH: process.env.PATH, BAD: 'a\0b', GOOD: 'ä' } });
    expect(await wholeOutput(await startedScript('echo $GOOD$BAD', { env }))).toBe('ä\n');
  });
});
