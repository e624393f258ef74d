import { describe, expect, test } from 'vitest';
import { startedNode } from '../bundled.ts';
import { wholeOutput } from '../started.ts';

const LOOK = `
  const { execFileSync } = await import('node:child_process');
  const look = () => execFileSync('bash', ['-c', 'cat /proc/$PPID/environ'], { encoding: 'utf8' });
`;

async function output(script: string, env: Record<string, string>): Promise<unknown> {
  const child = await startedNode(`${LOOK}${script}`, { env: { ...env, PATH: process.env.PATH } });
  return JSON.parse(await wholeOutput(child));
}

describe('hideFromProc [SH-5]', () => {
  const env = { FIRST_TOKEN: 'one', PLAIN: 'p', MY_TOKEN: 'zwei ä', EMPTY_TOKEN: '', SOME_MY_TOKEN: 'kept' };
  const names = `['FIRST_TOKEN', 'MY_TOKEN', 'EMPTY_TOKEN', 'NOT_THERE']`;

  test('hides variables from a child that looks, and nothing else', async () => {
    const script = `const before = look(); const done = child.hideFromProc(${names}); const after = look();
      console.log(JSON.stringify([before, done, after.replace(/\\0+/g, '\\0')]))`;
    const [before, done, after] = (await output(script, env)) as [string, boolean, string];
    expect(before).toContain('FIRST_TOKEN=one\0PLAIN=p\0MY_TOKEN=zwei ä\0EMPTY_TOKEN=\0');
    expect(done).toBe(true);
    expect(after).toMatch(/^\0PLAIN=p\0SOME_MY_TOKEN=kept\0PATH=/);
    expect(after).not.toMatch(/(^|\0)(FIRST|MY|EMPTY)_TOKEN|zwei/);
  });

  test('leaves them to the process itself and to whom it hands them', async () => {
    const script = `process.env.LATER_TOKEN = 'later'; child.hideFromProc([...${names}, 'LATER_TOKEN']);
      const { FIRST_TOKEN, MY_TOKEN, EMPTY_TOKEN, NOT_THERE, LATER_TOKEN } = process.env;
      const inherited = execFileSync('bash', ['-c', 'echo -n "$FIRST_TOKEN $MY_TOKEN"'], { encoding: 'utf8' });
      console.log(JSON.stringify({ FIRST_TOKEN, MY_TOKEN, EMPTY_TOKEN, NOT_THERE, LATER_TOKEN, inherited }))`;
    expect(await output(script, env)).toEqual({
      FIRST_TOKEN: 'one',
      MY_TOKEN: 'zwei ä',
      EMPTY_TOKEN: '',
      LATER_TOKEN: 'later',
      inherited: 'one zwei ä',
    });
  });

  test('may be called again', async () => {
    const script = `child.hideFromProc(['MY_TOKEN']); const done = child.hideFromProc(${names});
      console.log(JSON.stringify([done, look().includes('FIRST_TOKEN'), process.env.MY_TOKEN]))`;
    expect(await output(script, env)).toEqual([true, false, 'zwei ä']);
  });
});
