import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endRun, findTagged, sweepRun } from '../../src/index.ts';
import { listProcesses } from '../../src/processes/list-processes.ts';
import { signalProcess } from '../../src/termination/signal.ts';
import { isThere, printedPids, started, startedScript } from '../started.ts';

describe('sweepRun [PRO-6]', () => {
  test('ends daemons in sessions of their own whose parents are gone', async () => {
    const runId = randomUUID();
    const child = await startedScript(`setsid bash -c 'setsid sleep 300 >/dev/null & echo $!' & wait`, {
      runId,
    });
    const [pid = 0] = await printedPids(child);
    await child.exited;
    expect(await sweepRun(runId)).toBe(1);
    expect(isThere(pid)).toBe(false);
  });

  test('ends untagged descendants of tagged processes', async () => {
    const runId = randomUUID();
    const [pid = 0] = await printedPids(
      await startedScript('env -i setsid sleep 300 & echo $!; wait', { runId }),
    );
    expect(await sweepRun(runId)).toBe(2);
    expect(isThere(pid)).toBe(false);
  });

  const MARK = 'ulimit -S -x "$CUSP_CHILD";';
  const ESCAPES: [string, string][] = [
    [
      'another session, no environment, parent gone',
      'env -i setsid --fork sh -c "echo \\$\\$; exec sleep 300"',
    ],
    ['a job of a subshell', `(env -i setsid sh -c 'echo $$; exec sleep 300' &)`],
    [
      'two forks',
      `env -i perl -MPOSIX -e 'fork and exit; setsid; fork and exit; $| = 1; print "$$\\n"; sleep 300'`,
    ],
    ['an output of its own', `env -i setsid --fork sh -c 'echo $$; exec sleep 300 >/dev/null 2>&1'`],
  ];
  test.each(ESCAPES)('ends by their limit what cleared its environment: %s', async (_, script) => {
    const runId = randomUUID();
    const child = await startedScript(`${MARK} ${script}`, { runId });
    const [pid = 0] = await printedPids(child);
    await child.exited;
    expect(await findTagged(`${runId}-2`)).toEqual([]);
    expect((await child.remaining()).map((entry) => entry.pid)).toEqual([pid]);
    expect(await sweepRun(runId)).toBe(1);
    expect(isThere(pid)).toBe(false);
  });

  test('ends what is stopped', async () => {
    const runId = randomUUID();
    const child = await startedScript('setsid sleep 300 & echo $!; kill -STOP $!; kill -STOP $$', { runId });
    const [pid = 0] = await printedPids(child);
    await expect.poll(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toContain(') T ');
    expect(await sweepRun(runId)).toBe(2);
    expect([isThere(pid), (await child.exited).kind]).toEqual([false, 'signalled']);
  });

  test('spares other runs, and runs whose name begins alike', async () => {
    const runId = randomUUID();
    const other = await started({ command: 'sleep', args: ['300'], runId: `${runId}-2` });
    await started({ command: 'sleep', args: ['300'], runId });
    expect(await sweepRun(runId, { graceMs: 0 })).toBe(1);
    expect(isThere(other.pid)).toBe(true);
  });

  test('spares the pids it is told to', async () => {
    const runId = randomUUID();
    const service = await started({ command: 'sleep', args: ['300'], runId });
    const left = await started({ command: 'sleep', args: ['300'], runId });
    expect(await sweepRun(runId, { except: [service.pid] })).toBe(1);
    expect([isThere(service.pid), (await left.exited).kind]).toEqual([true, 'signalled']);
  });

  test('finds nothing in a run that left nothing', async () => {
    expect(await sweepRun(randomUUID())).toBe(0);
  });

  test('ends a storm of a hundred processes that fork on', async () => {
    const runId = randomUUID();
    const storm = `trap '' TERM; for i in {1..100}; do (trap '' TERM; while :; do setsid sleep 300 & sleep 1; done) & done; echo $$; wait`;
    await printedPids(await startedScript(storm, { runId }));
    expect(await sweepRun(runId, { graceMs: 100 })).toBeGreaterThanOrEqual(100);
    expect(await findTagged(runId)).toEqual([]);
  });

  test('ends children and what they left when the run ends', async () => {
    const runId = randomUUID();
    const child = await startedScript('setsid sleep 300 & echo $!', { runId });
    const [pid = 0] = await printedPids(child);
    await endRun(runId, [child]);
    expect(isThere(pid)).toBe(false);
  });
});

describe('signalProcess', () => {
  test('does not signal a process that has the pid but another start time', async () => {
    const child = await started({ command: 'sleep', args: ['300'] });
    const entry = (await listProcesses()).find(({ pid }) => pid === child.pid);
    expect(entry && signalProcess({ ...entry, startTime: `${entry.startTime}1` }, 'SIGKILL')).toBe('gone');
    expect(entry && signalProcess(entry, 'SIGTERM')).toBe('sent');
    expect(await child.exited).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
  });
});
