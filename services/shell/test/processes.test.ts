import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { methods } from '@cusp/protocol';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { test } from './shell-test.ts';

const PATIENCE = { timeout: 10_000 };

describe('a call returns when the shell exits [SH-3]', () => {
  const rows: [title: string, command: string][] = [
    ['a job', 'sleep 300 &'],
    ['a job of a subshell', '(sleep 300 &)'],
    ['another session', 'setsid sleep 300 &'],
    ['another session at once', 'setsid --fork sleep 300'],
    ['nohup', 'nohup sleep 300 >/dev/null 2>&1 &'],
    ['a disowned job', 'sleep 300 & disown'],
    ['two forks and another session', '(setsid sh -c "sleep 300 & exit" &)'],
    ['a daemon that keeps stdout', 'setsid sh -c "echo ready; exec sleep 300" & wait -n 2>/dev/null & true'],
    ['what a longer command started', 'setsid --fork sleep 300; sleep 1.1'],
    ['a job without its environment', 'env -i sleep 300 &'],
    ['a session of its own without environment', 'env -i setsid --fork sleep 300'],
    ['a hidden session without its output', 'env -i setsid --fork sleep 300 >/dev/null 2>&1'],
  ];
  for (const [title, command] of rows) {
    test(`while ${title} runs on, which it names`, async ({ bash, living }) => {
      const started = performance.now();
      const { text, result } = await bash(command);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(result).toMatchObject({ exitCode: 0, timedOut: false, processName: 'bash1' });
      expect(text).toMatch(/Left running as bash1: pid \d+ .*sleep 300/);
      expect(text).toContain(`Its output: Read artifact:${result.artifact}`);
      expect((await living()).length).toBeGreaterThan(0);
    });
  }

  test('with what a server says right after its start', async ({ bash }) => {
    expect((await bash('(echo starting; sleep 0.1; echo listening; exec sleep 300) &')).text).toMatch(
      /^starting\nlistening\nLeft running/,
    );
  });

  test('in 2 s at most while a left process writes', async ({ bash, artifact }) => {
    const { text, result } = await bash('(while echo tick; do sleep 0.02; done) &');
    expect(text).toMatch(/^tick\n/);
    const seen = (await artifact(result.artifact)).length;
    await expect.poll(async () => (await artifact(result.artifact)).length, PATIENCE).toBeGreaterThan(seen);
  });

  test('while what runs on does not hold its output, and names it', async ({ bash }) => {
    expect((await bash('setsid sleep 300 >/dev/null 2>&1 &')).text).toMatch(
      /^\(no output\)\nLeft running as bash1: pid \d+ sleep 300\. /,
    );
  });

  test('and says that a process holds its output that cannot be found', async ({
    bash,
    folders,
    artifact,
  }) => {
    const hidden = 'for i in {1..1000}; do [ -e go ] && break; sleep 0.01; done; echo late';
    const { text, result } = await bash(`ulimit -S -x unlimited; env -i setsid --fork bash -c '${hidden}'`);
    expect(text).toMatch(
      /^\(no output\)\nLeft running as bash1: a process that holds its output and cannot be found\. Its output: Read artifact:/,
    );
    await writeFile(path.join(folders.workspace, 'go'), '');
    await expect.poll(() => artifact(result.artifact), PATIENCE).toBe('late\n');
  });

  test('without a word of what ends right after it', async ({ bash }) => {
    expect((await bash('echo a > >(sleep 0.05; cat)')).text).toBe('a');
  });

  test('and names only what is its own', async ({ bash }) => {
    await bash('setsid sleep 300 &');
    expect((await bash('echo a')).text).toBe('a');
    expect((await bash('ls / >/dev/null; sleep 301 &')).text).toMatch(
      /^\(no output\)\nLeft running as bash3: pid \d+ sleep 301\. /,
    );
  });
});

describe('a command past its time-out [SH-2]', () => {
  test('goes on in the background, with its output so far', async ({ bash, artifact, living }) => {
    const { text, code, result } = await bash('echo before; sleep 0.5; echo after; sleep 300', {
      timeout: 200,
    });
    expect(code).toBeUndefined();
    expect(text).toMatch(
      /^before\nNot ended after 2\d\d ms: it goes on in the background as bash1 \(pid \d+\)\. Its output: Read or Grep artifact:\w+-bash1\. You are told when it ends\.$/,
    );
    expect(result).toMatchObject({ exitCode: null, timedOut: true, processName: 'bash1' });
    await expect.poll(() => artifact(result.artifact), PATIENCE).toBe('before\nafter\n');
    expect((await living()).length).toBeGreaterThan(0);
  });

  test('is told of when it ends, with its exit code', async ({ bash, events, folders }) => {
    const { result } = await bash('until [ -e go ]; do sleep 0.02; done; exit 3', { timeout: 50 });
    expect(events).toEqual([]);
    await bash('touch go');
    await expect.poll(() => events, PATIENCE).toHaveLength(1);
    expect(events[0]).toEqual({
      kind: 'processExited',
      text: expect.stringMatching(
        /^bash1 \(until \[ -e go \]; do sleep 0\.02; done; exit 3\) ended with exit code 3 after \d+ s; output: artifact:/,
      ),
      name: 'bash1',
      exitCode: 3,
      artifact: result.artifact,
    });
    expect(result.cwd).toBe(folders.workspace);
  });

  const withSettings = test.extend({ settings: { shell: { timeoutSeconds: 0.1, maxTimeoutSeconds: 0.2 } } });

  withSettings('has the time-outs of the settings', async ({ bash }) => {
    expect((await bash('sleep 300')).text).toMatch(/^Not ended after 1\d\d ms/);
    expect((await bash('sleep 300', { timeout: 60_000 })).text).toMatch(/^Not ended after 2\d\d ms/);
  });

  test('may write without end', async ({ bash }) => {
    const { text, result } = await bash('yes', { timeout: 30 });
    expect(text).toMatch(/^y\ny\n/);
    expect(text.length).toBeLessThan(31_000);
    expect(result.timedOut).toBe(true);
  });

  test('is handed over before the door gives up [EXT-1]', async ({ call }) => {
    const outcome = await call('Bash', { command: 'sleep 300' }, { meta: { answerWithinMs: 400 } });
    expect(outcome.structured).toMatchObject({ timedOut: true, processName: 'bash1' });
  });
});

describe('run_in_background [SH-2]', () => {
  test('returns at once and says how to read on', async ({ bash }) => {
    const { text, result } = await bash('sleep 300', { run_in_background: true });
    expect(text).toMatch(
      /^Running in the background as bash1 \(pid \d+\)\. Its output: Read or Grep artifact:/,
    );
    expect(result).toMatchObject({ exitCode: null, timedOut: false, processName: 'bash1' });
  });

  test('says when the command ended there and then', async ({ bash, events }) => {
    expect(await bash('echo no; exit 4', { run_in_background: true })).toMatchObject({
      code: 'command_failed',
      text: 'Exit code 4\nno',
    });
    expect(events).toEqual([]);
  });
});

// A zombie is dead: who adopts orphans here may not reap them.
function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

describe('the end of a run [PRO-6]', () => {
  const rows: [title: string, command: string][] = [
    ['a command in the background', 'echo $$; exec sleep 300'],
    ['a command that ignores SIGTERM', 'trap "" TERM; echo $$; while :; do sleep 300; done'],
    ['what a command left running', 'setsid sleep 300 & echo $!'],
    ['what was left without its tag', 'env -i sleep 300 & echo $!'],
    ['what left its session without its tag', `env -i setsid --fork sh -c 'echo $$; exec sleep 300'`],
    ['what was left without tag and output', `(env -i setsid sleep 300 >/dev/null 2>&1 & echo $!)`],
    ['what was stopped', 'setsid sleep 300 & echo $!; kill -STOP $!; kill -STOP $$'],
  ];
  for (const [title, command] of rows) {
    test(`ends ${title}`, async ({ bash, client, runId }) => {
      const { text } = await bash(command, { timeout: 200 });
      const pid = Number.parseInt(text, 10);
      expect(isAlive(pid)).toBe(true);
      await client.request({ method: methods.unbind.name, params: { runId } } as never, z.looseObject({}));
      expect(isAlive(pid)).toBe(false);
    });
  }
});

describe('cancelling [PRO-8]', () => {
  test('ends the whole tree within a second', async ({ call, living }) => {
    const controller = new AbortController();
    const command = 'sleep 300 & setsid sleep 300 & trap "" TERM; sleep 300; sleep 300';
    const running = call('Bash', { command }, { signal: controller.signal });
    await expect.poll(async () => (await living()).length, PATIENCE).toBe(4);
    const cancelled = performance.now();
    controller.abort('enough');
    await expect(running).rejects.toThrow('enough');
    await expect.poll(living, PATIENCE).toEqual([]);
    expect(performance.now() - cancelled).toBeLessThan(1_000);
  });
});
