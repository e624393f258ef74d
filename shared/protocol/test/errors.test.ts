import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, explainSystemError, isSystemError, methods, ToolError } from '../src/index.ts';

/** The error that a real system call throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('a system error', () => {
  test('becomes what failed, why, and the next call', () => {
    const error = thrownBy(() => readFileSync('/nowhere'));
    expect(isSystemError(error, 'ENOENT')).toBe(true);
    expect(explainSystemError('read "/nowhere"', error, 'Call LS.')).toMatchObject({
      code: 'not_found',
      text: 'Cannot read "/nowhere": no such file or directory\nCall LS.',
    });
  });

  test('that is not known stays what it is, and a ToolError stays itself', () => {
    const bug = new TypeError('x');
    const known = new ToolError('locked', 'locked');
    expect(explainSystemError('read', bug)).toBe(bug);
    expect(explainSystemError('read', known)).toBe(known);
    expect(
      explainSystemError(
        'list "/etc/hosts"',
        thrownBy(() => readdirSync('/etc/hosts')),
      ),
    ).toMatchObject({
      code: 'not_directory',
    });
  });
});

test('methods have distinct names in the cusp vocabulary, requests a result [PRO-2]', () => {
  const all = Object.values(methods).filter((value) => 'direction' in value);
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.sort()).toEqual([
    'cusp/bind',
    'cusp/changes',
    'cusp/didWrite',
    'cusp/event',
    'cusp/host/ask',
    'cusp/host/callTool',
    'cusp/host/spawnRun',
    'cusp/opened',
    'cusp/preview',
    'cusp/unbind',
    'cusp/willWrite',
  ]);
});

test('error codes are distinct words', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  for (const code of ERROR_CODES) expect(code).toMatch(/^[a-z_]+$/);
});
