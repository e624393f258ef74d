import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Child, childEnvironment } from '../../src/index.ts';
import { startedNode } from '../bundled.ts';
import { started, startedScript, temporaryFolder, wholeOutput } from '../started.ts';

const PATIENCE_MS = 10_000;

interface Written {
  child: Child;
  file: string;
}

async function startWriting(script: string): Promise<Written> {
  const file = path.join(await temporaryFolder(), 'output');
  const env = { ...childEnvironment().env, GO: `${file}.go` };
  return { file, child: await startedScript(script, { env, output: { kind: 'file', path: file } }) };
}

async function written(script: string): Promise<string> {
  const { child, file } = await startWriting(script);
  await child.exited;
  expect(await child.drained(PATIENCE_MS)).toBe(true);
  return readFile(file, 'utf8');
}

describe('output to a file', () => {
  const reopening: [script: string, output: string][] = [
    ['echo a; echo b > /dev/stderr; echo c', 'a\nb\nc\n'],
    ['echo a; echo b > /dev/stdout; echo c', 'a\nb\nc\n'],
    ['echo a; echo b >/proc/self/fd/1; echo c >&2', 'a\nb\nc\n'],
    ['echo a; echo b | tee /dev/stderr | sed s/b/x/; echo c', 'a\nb\nx\nc\n'],
    ['echo a; echo b | tee /dev/fd/2 >/dev/null; echo c', 'a\nb\nc\n'],
    ['echo a; bash -c "echo b > /dev/stderr" 2>&1 | cat; echo c', 'a\nb\nc\n'],
  ];
  test.each(reopening)('loses nothing when a program opens it anew: %s [SH-1]', async (script, output) => {
    expect(await written(script)).toBe(output);
  });

  test('is a pipe for the child [SH-1]', async () => {
    expect(await written('[ -p /dev/stdout ] && [ -p /dev/stderr ] && echo both')).toBe('both\n');
  });

  test('tells of a program that made stdout non-blocking for all [SH-1]', async () => {
    const node = `'${process.execPath}' -e 'process.stdout.write("on"); setTimeout(() => {}, 60000)'`;
    const output = await written(
      `${node} & until [ -e "$GO" ]; do head -c 1000000 /dev/zero || echo >"$GO"; sleep 0.02; done; kill $!`,
    );
    expect(output).toMatch(/head: .*Resource temporarily unavailable\n$/);
  });

  test('is whole although the child was killed or closed it', async () => {
    expect(await written('echo a; kill -KILL $$')).toBe('a\n');
    expect(await written('echo a; exec >&- 2>&-; sleep 0.05')).toBe('a\n');
  });

  test('grows on by what was left behind, until the child is killed [SH-3]', async () => {
    const { child, file } = await startWriting(
      'echo a; (until [ -e "$GO" ]; do sleep 0.01; done; echo b; sleep 300) &',
    );
    await child.exited;
    expect(await child.drained(20)).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('a\n');
    await writeFile(`${file}.go`, '');
    await expect.poll(() => readFile(file, 'utf8'), { timeout: PATIENCE_MS }).toBe('a\nb\n');
    await child.kill({ graceMs: 0 });
    expect(await child.drained(PATIENCE_MS)).toBe(true);
  });

  test('is whole when what takes it in is slow [SH-7]', async () => {
    const slow = path.join(await temporaryFolder(), 'slow');
    await (await started({ command: 'mkfifo', args: [slow] })).exited;
    const reader = await startedScript(`exec <'${slow}'; sleep 0.2; cksum`);
    const writer = await startedScript('seq 300000', { output: { kind: 'file', path: slow } });
    const taken = await wholeOutput(reader);
    expect(await writer.drained(PATIENCE_MS)).toBe(true);
    expect(taken).toBe(await wholeOutput(await startedScript('seq 300000 | cksum')));
  });

  test('is cut at its cap, and the child goes on until it is ended [SH-7]', async () => {
    const file = path.join(await temporaryFolder(), 'output');
    const child = await startedScript('yes', { output: { kind: 'file', path: file, capBytes: 100_001 } });
    await child.overflowed;
    expect(child.exit).toBeUndefined();
    await child.kill({ graceMs: 0 });
    expect((await stat(file)).size).toBe(100_001);
  });

  test('of just its cap is whole [SH-7]', async () => {
    const file = path.join(await temporaryFolder(), 'output');
    const output = { kind: 'file', path: file, capBytes: 6 } as const;
    const child = await startedScript('echo hello', { output });
    let isOver = false;
    void child.overflowed.then(() => {
      isOver = true;
    });
    expect(await child.drained(PATIENCE_MS)).toBe(true);
    expect([await readFile(file, 'utf8'), isOver]).toEqual(['hello\n', false]);
  });

  test('says that the disk is full, and breaks the pipe [SH-7]', async () => {
    const child = await startedScript('while echo a; do :; done', {
      output: { kind: 'file', path: '/dev/full' },
    });
    await expect(child.drained(PATIENCE_MS)).rejects.toMatchObject({
      code: 'disk_full',
      message: 'Cannot write to "/dev/full": no space is left on the device',
    });
    expect((await child.exited).kind).toBe('signalled');
  });
});

describe('the pipes of output to a file', () => {
  const START = `
    const start = (index) => child.startChild({
      command: 'true', args: [], env: process.env, stdin: 'closed', runId: 'r',
      output: { kind: 'file', path: \`\${process.env.FOLDER}/output\${index}\`, scratch: process.env.FOLDER },
    }).then((started) => started.exited, (error) => error.code + ': ' + error.message);
  `;
  const startAll = async (count: number, env: NodeJS.ProcessEnv, prepare = '') => {
    const folder = await temporaryFolder();
    const script = `${START}const all = await Promise.all(Array.from({ length: ${count} }, (_, index) => start(index)));
      console.log(JSON.stringify(all));`;
    const node = await startedNode(script, {
      env: { PATH: process.env.PATH, FOLDER: folder, ...env },
      ...(prepare ? { prepare } : {}),
    });
    return { folder, results: JSON.parse(await wholeOutput(node)) as unknown[] };
  };
  const WELL = { kind: 'exited', code: 0 };

  test('need no TMPDIR, and leave nothing', async () => {
    const { folder, results } = await startAll(3, { TMPDIR: '/no/such' });
    expect(results).toEqual([WELL, WELL, WELL]);
    expect((await readdir(folder)).sort()).toEqual(['output0', 'output1', 'output2']);
  });

  test('say which folder is missing where there is none', async () => {
    const { results } = await startAll(1, { FOLDER: '/no/such', TMPDIR: '/no/such' });
    expect(results).toEqual(['not_found: Cannot make pipes for output: no such file or directory']);
  });

  test('say that mkfifo is missing', async () => {
    const { results } = await startAll(1, { PATH: '/no/such' });
    expect(results).toEqual(['unavailable: Cannot make pipes for output: there is no mkfifo on PATH']);
  });

  test('are few where few descriptors are allowed', async () => {
    expect((await startAll(1, {}, 'ulimit -n 40')).results).toEqual([WELL]);
  });

  test('say that there are too many files when there are', async () => {
    const { results } = await startAll(30, {}, 'ulimit -n 64');
    expect(results).toContainEqual(WELL);
    for (const result of results.filter((each) => typeof each === 'string')) {
      expect(result).toMatch(/^too_many_files: Cannot /);
    }
  });
});
