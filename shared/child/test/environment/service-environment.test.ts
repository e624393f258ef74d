import { describe, expect, test } from 'vitest';
import { serviceEnvironment, withheldNames } from '../../src/index.ts';

const base = { PATH: '/bin', A_TOKEN: 't', B_TOKEN: 'u' };

describe('serviceEnvironment [SH-5]', () => {
  test('has no secrets, but the names of those that were withheld', () => {
    const { env, withheld } = serviceEnvironment({ base, keep: ['B_*'] });
    expect(env).toEqual({ PATH: '/bin', B_TOKEN: 'u', CUSP_WITHHELD: 'A_TOKEN' });
    expect(withheld).toEqual(['A_TOKEN']);
    expect(withheldNames(env)).toEqual(['A_TOKEN']);
  });

  test('passes on what was withheld further up', () => {
    const { env } = serviceEnvironment({ base: { ...base, CUSP_WITHHELD: 'Z_KEY,A_TOKEN' } });
    expect(withheldNames(env)).toEqual(['A_TOKEN', 'B_TOKEN', 'Z_KEY']);
  });

  test('says nothing when there was nothing', () => {
    expect(serviceEnvironment({ base: { PATH: '/bin' } })).toEqual({ env: { PATH: '/bin' }, withheld: [] });
    expect(withheldNames({})).toEqual([]);
  });
});
