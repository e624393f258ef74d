import { describe, expect, test } from 'vitest';
import { childEnvironment, nonInteractive } from '../../src/index.ts';
import { startedScript, temporaryFolder } from '../started.ts';

const { env } = childEnvironment({ set: { ...nonInteractive, GIT_CONFIG_GLOBAL: '/dev/null' } });

describe('nonInteractive [SH-1]', () => {
  test('makes a commit without a message fail and say what to do', async () => {
    const script = 'git init -q . && git -c user.name=a -c user.email=a@b commit --allow-empty';
    const child = await startedScript(script, {
      cwd: await temporaryFolder(),
      env,
      output: { kind: 'ring', bytes: 4096 },
    });
    expect(await child.exited).toEqual({ kind: 'exited', code: 1 });
    await child.drained(2_000);
    expect(child.output?.text()).toContain(
      'No editor here: give the text as an argument (git: -m, --no-edit',
    );
  });

  test('makes git fail that would ask for a password', async () => {
    const script = `printf 'protocol=https\\nhost=example.invalid\\n\\n' | git -c credential.helper= credential fill`;
    const child = await startedScript(script, { env });
    expect(await child.exited).toEqual({ kind: 'exited', code: 128 });
    await child.drained(2_000);
    expect(child.stderrTail()).toContain('terminal prompts disabled');
  });
});
