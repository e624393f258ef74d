import { describe, expect, test } from 'vitest';
import { runOnce } from './service-process.ts';

describe('a command of a service', () => {
  test('cannot read at the service what was withheld from it [SH-5]', async () => {
    const env = { MY_SECRET_TOKEN: 'readable', OPENAI_API_KEY: 'readable', PLAIN: 'seen' };
    const command = `tr '\\0' '\\n' </proc/$PPID/environ | grep -aE '^(MY_SECRET|OPENAI|PLAIN)|readable'`;
    expect(await runOnce(':', command, env)).toBe(
      'PLAIN=seen\nWithheld from commands as secrets: 2 variables (MY_SECRET_TOKEN, OPENAI_API_KEY)',
    );
  });

  test('runs without TMPDIR', async () => {
    expect(await runOnce(':', 'echo a', { TMPDIR: '/no/such' })).toBe('a');
  });

  for (const limit of [30, 64, 200]) {
    test(`runs with ${limit} descriptors, or says that these are too few`, async () => {
      const text = await runOnce(`ulimit -n ${limit}`, 'echo a');
      expect(text).toMatch(limit < 64 ? /^(a$|Cannot .* too many open files)/ : /^a$/);
    });
  }
});
