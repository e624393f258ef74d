import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { childEnvironment, findTagged, processStartTime } from '../../src/index.ts';
import { listProcesses } from '../../src/processes/list-processes.ts';
import { parseProcStat } from '../../src/processes/proc-stat.ts';
import { parsePsLine, psProcesses, psStartTime } from '../../src/processes/ps-processes.ts';
import { valueInEnviron } from '../../src/processes/tags.ts';
import { started } from '../started.ts';

describe('findTagged', () => {
  test('finds the process with its place in the process tree', async () => {
    const runId = randomUUID();
    const { pid } = await started({ command: 'sleep', args: ['300'], runId });
    expect(await findTagged(runId)).toEqual([
      {
        pid,
        parent: process.pid,
        group: pid,
        session: pid,
        startTime: processStartTime(pid),
        runTag: runId,
        childTag: expect.stringMatching(/^\d{9,19}$/),
      },
    ]);
  });
});

describe('a process that becomes another program again and again', () => {
  test.each(['bash', 'sh'])('is found at every look: %s [PRO-6]', async (command) => {
    const runId = randomUUID();
    const env = { ...childEnvironment().env, AGAIN: `exec ${command} -c "$AGAIN"` };
    const { pid } = await started({ command, args: ['-c', env.AGAIN], env, runId });
    for (let look = 0; look < 200; look++) {
      expect((await findTagged(runId)).map((entry) => entry.pid)).toEqual([pid]);
    }
  });

  test('is not awaited when it never has variables [PRO-6]', async () => {
    await started({ command: 'env', args: ['-i', 'sleep', '300'] });
    const begin = performance.now();
    for (let look = 0; look < 10; look++) await listProcesses();
    expect((performance.now() - begin) / 10).toBeLessThan(100);
  });
});

describe('psProcesses', () => {
  test('finds by ps what is found in /proc', async () => {
    const runId = randomUUID();
    const { pid } = await started({ command: 'sleep', args: ['300'], runId });
    const [viaProc] = await findTagged(runId);
    const viaPs = (await psProcesses()).find((entry) => entry.pid === pid);
    expect(viaPs).toEqual({ ...viaProc, startTime: psStartTime(pid) });
  });

  test('reads a line of macOS, where the session is no number', () => {
    const line =
      '  501     1   501      0 Ss   Mon Nov  2 09:05:01 2026     /bin/sleep 9 HOME=/x CUSP_RUN=r-1 A=b';
    expect(parsePsLine(line)).toEqual({
      pid: 501,
      parent: 1,
      group: 501,
      session: 0,
      startTime: 'Mon Nov 2 09:05:01 2026',
      runTag: 'r-1',
    });
  });

  test('leaves out zombies and knows no start time of a pid that is gone', () => {
    expect(parsePsLine(' 7 1 7 7 Z+ Mon Nov  2 09:05:01 2026 [sh] <defunct>')).toBeUndefined();
    expect(psStartTime(2 ** 22 + 1)).toBeUndefined();
  });
});

describe('processStartTime', () => {
  test('stays the same and is unknown for a pid that is gone', () => {
    expect(processStartTime(process.pid)).toMatch(/^\d+$/);
    expect(processStartTime(process.pid)).toBe(processStartTime(process.pid));
    expect(processStartTime(2 ** 22 + 1)).toBeUndefined();
  });

  test('reads a process whose name holds spaces and parentheses', () => {
    const rest = 'S 1 2 3 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 98765 1 2';
    const expected = { state: 'S', parent: 1, group: 2, session: 3, startTime: '98765', hasProgram: true };
    expect(parseProcStat(`42 (a) R 9 (b) ${rest}`)).toMatchObject(expected);
    expect(parseProcStat('')).toBeUndefined();
  });
});

describe('valueInEnviron', () => {
  const environ = Buffer.from('XCUSP_RUN=no\0A=CUSP_RUN=no\0CUSP_RUN=yes\0B=');

  test('reads a whole variable and not a part of one', () => {
    expect(valueInEnviron(environ, 'CUSP_RUN')).toBe('yes');
    expect(valueInEnviron(Buffer.from('CUSP_RUN=first'), 'CUSP_RUN')).toBe('first');
    expect(valueInEnviron(Buffer.from('XCUSP_RUN=no'), 'CUSP_RUN')).toBeUndefined();
  });

  test('reads a variable that bash is about to read itself [PRO-6]', () => {
    expect(valueInEnviron(Buffer.from('A=1\0CUSP_RUN\0yes\0B='), 'CUSP_RUN')).toBe('yes');
  });
});
