import { describe, expect, test } from 'vitest';
import { printedPids, started, startedScript } from './started.ts';

const LEFT: [string, string][] = [
  ['a background job', 'sleep 300 & echo $!'],
  ['a job without environment', 'env -i sleep 300 & echo $!'],
  ['a child with a session of its own', 'setsid sleep 300 & echo $!'],
  ['a daemon whose parent is gone', `setsid bash -c 'setsid sleep 300 >/dev/null & echo $!' & wait`],
  ['what a longer script started', 'setsid sleep 300 & echo $!; sleep 1.1'],
  ['a child with job control', 'set -m; sleep 300 & echo $!'],
];

describe('Child.remaining [SH-3]', () => {
  test.each(LEFT)('names %s once the child has exited', async (_, script) => {
    const child = await startedScript(script);
    const pids = await printedPids(child);
    await child.exited;
    expect((await child.remaining()).map((entry) => entry.pid)).toEqual(pids);
  });

  test('names the descendants of a child that runs, and not the child', async () => {
    const child = await startedScript('env -i setsid sleep 300 & echo $!; sleep 300; true');
    const [pid = 0] = await printedPids(child);
    const pids = async () => (await child.remaining()).map((entry) => entry.pid);
    await expect.poll(pids).toHaveLength(2);
    expect(await pids()).toContain(pid);
    expect(await pids()).not.toContain(child.pid);
  });

  test('names nothing of a child that left nothing, nor of another child of its run', async () => {
    const child = await started({ command: 'true', runId: 'shared' });
    await started({ command: 'sleep', args: ['300'], runId: 'shared' });
    await child.exited;
    expect(await child.remaining()).toEqual([]);
  });

  test('misses no daemon that is just being made', async () => {
    for (let round = 0; round < 30; round++) {
      const child = await startedScript('setsid --fork sleep 300 >/dev/null 2>&1');
      await child.exited;
      expect(await child.remaining()).toHaveLength(1);
      await child.kill({ graceMs: 0 });
    }
  });
});
