import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeExit, killTree } from '../../src/index.ts';
import { processStartTime } from '../../src/processes/start-time.ts';
import { isThere, printedPids, started, startedScript, wholeOutput } from '../started.ts';

const FAMILIES: [string, string][] = [
  ['a background job', 'sleep 300 & echo $!; wait'],
  ['a background job whose shell has exited', 'sleep 300 & echo $!'],
  ['a job with nohup that was disowned', 'nohup sleep 300 2>/dev/null & echo $!; disown; wait'],
  ['a child with a session of its own', 'setsid sleep 300 & echo $!; wait'],
  [
    'a daemon that forked twice and changed its session',
    `setsid bash -c 'sleep 300 >/dev/null & echo $!' & wait`,
  ],
  ['a child with job control', 'set -m; sleep 300 & echo $!'],
  ['a child without environment', 'env -i sleep 300 & echo $!; wait'],
  ['a child without environment whose shell has exited', 'env -i sleep 300 & echo $!'],
  ['a child without environment in a session of its own', 'env -i setsid sleep 300 & echo $!; wait'],
  ['a grandchild that ignores SIGTERM', `(trap '' TERM; echo $BASHPID; while :; do sleep 1; done) & wait`],
  ['a stopped child', 'sleep 300 & kill -STOP $!; echo $!; wait'],
];

describe('Child.kill [SH-8]', () => {
  test.each(FAMILIES)('ends %s', async (_, script) => {
    const child = await startedScript(script);
    const [pid = 0] = await printedPids(child);
    expect(isThere(pid)).toBe(true);
    await child.kill({ graceMs: 200 });
    expect([isThere(pid), isThere(child.pid)]).toEqual([false, false]);
  });

  test('lets a child clean up on SIGTERM', async () => {
    const child = await startedScript(
      `trap 'sleep 0.05; exit 7' TERM; echo $$; while :; do sleep 0.01; done`,
    );
    await printedPids(child);
    await child.kill({ graceMs: 5_000 });
    expect(describeExit(await child.exited)).toBe('exit code 7');
  });

  test('ends a child that ignores SIGTERM after the grace, and not before', async () => {
    const child = await startedScript(`trap '' TERM; echo $$; while :; do sleep 0.01; done`);
    await printedPids(child);
    const begin = performance.now();
    await child.kill({ graceMs: 300 });
    expect(describeExit(await child.exited)).toBe('SIGKILL');
    expect(performance.now() - begin).toBeGreaterThanOrEqual(300);
  });

  test('spares another child of the same run', async () => {
    const one = await startedScript('setsid sleep 300 & echo $!; wait', { runId: 'shared' });
    const other = await startedScript('setsid sleep 300 & echo $!; wait', { runId: 'shared' });
    const [[onePid = 0], [otherPid = 0]] = [await printedPids(one), await printedPids(other)];
    await one.kill();
    expect([isThere(onePid), isThere(otherPid)]).toEqual([false, true]);
  });

  test('is done at once for a child that has ended, and may be called twice', async () => {
    const child = await started({ command: 'true' });
    await child.exited;
    await Promise.all([child.kill(), child.kill()]);
    await child.kill();
    expect(child.exit).toEqual({ kind: 'exited', code: 0 });
  });

  test('stops waiting when the caller does', async () => {
    const child = await startedScript(`trap '' TERM; echo $$; while :; do sleep 0.01; done`);
    await printedPids(child);
    const aborted = child.kill({ graceMs: 60_000, signal: AbortSignal.timeout(50) });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('ends a fork storm whose members cleared their environment and left the session', async () => {
    const mark = `300.0${process.pid}`;
    const storm = `storm() { while :; do env -i setsid sleep ${mark} & sleep 0.005; done; }; storm & storm & echo $$; wait`;
    const child = await startedScript(storm);
    await printedPids(child);
    await child.kill({ graceMs: 100 });
    const left = await started({ command: 'pgrep', args: ['-x', '-f', `sleep ${mark}`, '-r', 'R,S,T,D'] });
    expect(await wholeOutput(left)).toBe('');
  });
});

describe('killTree', () => {
  test('ends a tree that is in our own session without touching us', async () => {
    const child = spawn('bash', ['-c', 'sleep 300 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    await killTree(child.pid ?? 0);
    await exited;
    expect(isThere(Number(String(line)))).toBe(false);
  });

  test('leaves alone a process that has the pid of an earlier one', async () => {
    const child = await started({ command: 'sleep', args: ['300'] });
    await killTree({ pid: child.pid, startTime: '1' });
    expect(isThere(child.pid)).toBe(true);
  });

  test('leaves a pid alone that is nobody’s', async () => {
    const child = spawn('true');
    onTestFinished(() => void child.kill());
    await once(child, 'exit');
    expect(processStartTime(child.pid ?? 0)).toBeUndefined();
    await expect(killTree(child.pid ?? 0)).resolves.toBeUndefined();
  });
});
