import { describe, expect, test } from 'vitest';
import { describeExit, killTree, startChild } from '../src/index.ts';
import { listProcesses } from '../src/processes/list-processes.ts';
import { startedNode } from './bundled.ts';
import { isThere, printedPids, started, startedScript, wholeOutput } from './started.ts';

const PATIENCE = { timeout: 5_000 };
const EVERYTHING = { dieWithParent: true, tagLimit: true };

const STOPPED = `
  const { pid } = await child.startChild({
    command: 'sleep', args: ['300'], env: process.env, stdin: 'closed', output: { kind: 'ring', bytes: 9 },
    dieWithParent: DIES,
  });
  process.kill(pid, 'SIGSTOP');
  console.log(pid);
`;

describe('dieWithParent', () => {
  test('ends a stopped child of a parent that was killed [PRO-6]', async () => {
    const parent = await startedNode(STOPPED.replace('DIES', 'true'));
    const [pid = 0] = await printedPids(parent);
    expect(isThere(pid)).toBe(true);
    process.kill(parent.pid, 'SIGKILL');
    await expect.poll(() => isThere(pid), PATIENCE).toBe(false);
  });

  test('is what ends it', async () => {
    const parent = await startedNode(STOPPED.replace('DIES', 'false'));
    const [pid = 0] = await printedPids(parent);
    process.kill(parent.pid, 'SIGKILL');
    await parent.exited;
    expect(isThere(pid)).toBe(true);
    await killTree(pid, { graceMs: 0 });
    expect(isThere(pid)).toBe(false);
  });
});

describe('a child that is launched by way of another program', () => {
  test('has its own pid, arguments, environment, directory and exit code', async () => {
    const script = 'echo $$; pwd; echo "$1 $CUSP_RUN"; tr "\\0" " " </proc/$$/cmdline | cut -c -7; exit 5';
    const child = await started({
      command: 'bash',
      args: ['-c', script, '-', '--help'],
      cwd: '/',
      runId: 'run-8',
      ...EVERYTHING,
    });
    expect(await wholeOutput(child)).toBe(`${child.pid}\n/\n--help run-8\nbash -c\n`);
    expect(describeExit(await child.exited)).toBe('exit code 5');
  });

  test.each(['no-such-command', '/no/such', '/'])('fails to start as ever: %s', async (command) => {
    const options = { args: [], env: process.env, stdin: 'closed', output: { kind: 'pipe' } } as const;
    const failure = (more: object) => startChild({ ...options, command, ...more }).catch((error) => error);
    const plain = await failure({});
    expect(plain).toMatchObject({ code: expect.stringMatching(/not_found|access_denied/) });
    expect((await failure(EVERYTHING)).text).toBe(plain.text);
  });

  test('carries its tag as a limit, as does all it starts [PRO-6]', async () => {
    const child = await startedScript('env -i setsid sleep 300 & echo $!; wait', { tagLimit: true });
    const [pid = 0] = await printedPids(child);
    const tagOf = async (of: number) => (await listProcesses()).find((entry) => entry.pid === of);
    const { childTag } = (await tagOf(child.pid)) ?? {};
    expect(childTag).toMatch(/^\d{9,19}$/);
    expect(await tagOf(pid)).toMatchObject({ limitTag: childTag });
  });
});
