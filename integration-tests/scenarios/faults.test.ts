import { once } from 'node:events';
import { describe, expect } from 'vitest';
import { test } from '../harness/cusp-test.ts';
import { connectMcp } from '../harness/mcp-client.ts';
import { processesWith, residentBytes } from '../harness/processes.ts';

const MB = 1024 * 1024;

describe('nothing is left behind [PRO-6]', () => {
  test.for(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'after %s of cusp, children and their own sessions are gone within 2 s',
    async (signal, { script, stateDir }) => {
      const driver = script();
      await driver.call('Bash', {
        command: 'sleep 300 & setsid sleep 300 & (setsid nohup sleep 300 >/dev/null 2>&1 &)',
      });
      expect(processesWith(stateDir).length).toBeGreaterThan(3);
      const exited = once(driver.process, 'exit');
      driver.process.kill(signal);
      await exited;
      await expect.poll(() => processesWith(stateDir), { timeout: 2_000, interval: 50 }).toEqual([]);
    },
  );

  test('after SIGKILL of cusp mcp in a call, no child and no session of its own is left after 2 s', async ({
    workspace,
    stateDir,
  }) => {
    const { client, pid } = await connectMcp(['--allowedTools', 'Bash'], { cwd: workspace, stateDir });
    const command = 'setsid sleep 300 & (setsid nohup sleep 300 >/dev/null 2>&1 &); sleep 300';
    const pending = client.callTool({ name: 'Bash', arguments: { command } });
    await expect
      .poll(() => processesWith('sleep\u0000300').filter((each) => processesWith(stateDir).includes(each)))
      .toHaveLength(3);
    process.kill(pid, 'SIGKILL');
    await expect(pending).rejects.toThrow('Connection closed');
    await expect.poll(() => processesWith(stateDir), { timeout: 2_000, interval: 50 }).toEqual([]);
  });

  test('after the script ends, nothing that its commands started runs on', async ({ script, stateDir }) => {
    const driver = script();
    await driver.call('Bash', { command: 'setsid sleep 300 & yes > /dev/null &' });
    await driver.end();
    expect(processesWith(stateDir)).toEqual([]);
  });
});

describe('a service that is killed [PRO-7]', () => {
  test('in the middle of a call gives one clear error, and the next call works', async ({
    script,
    stateDir,
  }) => {
    const driver = script('--keep-going');
    await driver.call('Bash', { command: 'true' });
    const [shell = 0] = processesWith('services/shell/main.js').filter((pid) =>
      processesWith(stateDir).includes(pid),
    );
    const pending = driver.call('Bash', { command: 'sleep 300' });
    await expect.poll(() => processesWith(stateDir).length).toBeGreaterThan(2);
    process.kill(shell, 'SIGKILL');
    const answer = await pending;
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('The shell service ended (SIGKILL) during the call');
    expect((await driver.call('Bash', { command: 'echo back' })).text).toContain('back');
    expect(processesWith('sleep\u0000300').filter((pid) => processesWith(stateDir).includes(pid))).toEqual(
      [],
    );
  });
});

describe('no command hangs or fills memory [SH-1, SH-3, SH-7]', () => {
  test.for([
    ['sleep 300 &'],
    ['setsid sleep 300'.concat(' &')],
    ['cat'],
    ['read line; echo "got $line"'],
    ['(sleep 300; echo late) > /dev/null 2>&1 & echo now'],
  ])('%s returns at once', async ([command], { script }) => {
    const { ms } = await script('--keep-going').call('Bash', { command });
    expect(ms).toBeLessThan(3_000);
  });

  test('yes is moved to the background at its time-out and ended with the run', async ({
    script,
    stateDir,
  }) => {
    const driver = script('--keep-going');
    const { structured, text } = await driver.call('Bash', { command: 'yes', timeout: 1_000 });
    expect(structured).toMatchObject({ timedOut: true });
    expect(text.length).toBeLessThan(40_000);
    await driver.end();
    expect(processesWith(stateDir)).toEqual([]);
  });

  test('200 MB of output comes back cut, whole in an artifact, with memory bounded', async ({
    script,
    stateDir,
  }) => {
    const driver = script();
    const { text } = await driver.call('Bash', { command: 'yes 0123456789abcdef | head -c 200000000' });
    const [, id] = /(artifact:[a-z0-9-]+)/.exec(text) ?? [];
    expect(text.length).toBeLessThan(40_000);
    const services = processesWith(stateDir).map(residentBytes);
    expect(Math.max(...services)).toBeLessThan(200 * MB);
    expect((await driver.call('Bash', { command: 'true' })).isError).toBe(false);
    expect((await driver.call('Read', { file_path: id ?? '', offset: -1 })).text).toContain('0123456789');
  });
});
