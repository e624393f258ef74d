import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownLineage } from '../../src/processes/ancestry.ts';
import { listProcesses } from '../../src/processes/list-processes.ts';
import { Targets } from '../../src/termination/targets.ts';
import { started } from '../started.ts';

describe('Targets', () => {
  test('never takes this process or an ancestor, whatever they carry [PRO-6]', async () => {
    const lineage = ownLineage(await listProcesses());
    expect([...lineage]).toEqual(expect.arrayContaining([process.pid, process.ppid]));
    const targets = new Targets({ isSeed: (entry) => lineage.has(entry.pid) });
    expect((await targets.find()).targets).toEqual([]);
  });

  test('does not take the session that a member merely is in', async () => {
    const runId = randomUUID();
    const { pid } = await started({ command: 'sleep', args: ['300'], runId });
    const sighting = await new Targets({ isSeed: (entry) => entry.runTag === runId }).find();
    expect(sighting.targets.map((entry) => entry.pid)).toEqual([pid]);
    expect(sighting.others.map((entry) => entry.pid)).toContain(process.pid);
  });

  test('takes the number of a leader for another process once it was given anew', async () => {
    const { pid } = await started({ command: 'sleep', args: ['300'] });
    const recycled = new Targets({ isSeed: () => false, leader: { pid, startTime: '1' } });
    expect((await recycled.find()).targets).toEqual([]);
  });

  test('leaves out what it was refused', async () => {
    const runId = randomUUID();
    await started({ command: 'sleep', args: ['300'], runId });
    const targets = new Targets({ isSeed: (entry) => entry.runTag === runId });
    const [entry] = (await targets.find()).targets;
    expect(targets.someRun).toBe(true);
    if (entry) targets.refuse(entry);
    expect([(await targets.find()).targets, targets.someRun, targets.refused]).toEqual([[], false, [entry]]);
  });
});
