import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { test } from '../harness/cusp-test.ts';

describe('cusp demo', () => {
  test('repairs the project with real calls and keeps it', async ({ cusp, root }) => {
    const kept = `${root}/kept`;
    const { code, stdout } = await cusp(['demo', '--keep', kept, '--json']);
    const { dir, calls, testsPassed } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect({ dir, testsPassed }).toEqual({ dir: kept, testsPassed: true });
    expect(new Set(calls.map(({ service }: { service: string }) => service))).toEqual(
      new Set(['files', 'shell']),
    );
    expect(calls.filter(({ isError }: { isError: boolean }) => isError)).toHaveLength(1);
    for (const { pid, ms } of calls) expect(Math.min(pid, ms + 1)).toBeGreaterThan(0);
    await promisify(execFile)('npm', ['test'], { cwd: kept });
  });

  test('shows each call, its result and the trace to a person', async ({ cusp }) => {
    const { code, stdout } = await cusp(['demo']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/▶ Grep .*\n {2}to find the function · \d+ ms/);
    expect(stdout).toContain('The trace of the run');
    expect(stdout.trimEnd().endsWith("The project's tests pass.")).toBe(true);
  });

  test('refuses to keep the project in a folder that is not empty', async ({ cusp, lay, workspace }) => {
    await lay({ 'mine.txt': 'x' });
    expect(await cusp(['demo', '--keep', workspace])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty'),
    });
  });
});
