import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { test } from '../harness/cusp-test.ts';

describe('cusp script', () => {
  test('answers a line before the next is written', async ({ script, lay, workspace }) => {
    await lay({ 'a.txt': 'one\n' });
    const driver = script();
    expect((await driver.call('Read', { file_path: 'a.txt' })).text).toBe('     1\tone');
    const edit = await driver.call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect(edit).toMatchObject({ tool: 'Edit', isError: false });
    expect(await readFile(`${workspace}/a.txt`, 'utf8')).toBe('two\n');
    expect(await driver.end()).toBe(0);
  });

  test('demands a read before an edit [FS-6]', async ({ script, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const edit = await script().call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect(edit.isError).toBe(true);
    expect(edit.text).toContain('Read');
  });

  test('keeps the state of its services from call to call', async ({ script, lay, workspace }) => {
    await lay({ 'sub/a.txt': '' });
    const driver = script();
    await driver.call('Bash', { command: 'cd sub' });
    expect((await driver.call('Bash', { command: 'pwd' })).text).toBe(`${workspace}/sub`);
  });

  test('stops at the first call that fails, before any later one runs', async ({ cusp, workspace }) => {
    const lines = [
      { tool: 'LS', input: {} },
      { tool: 'Read', input: { file_path: 'missing.txt' } },
      { tool: 'Write', input: { file_path: 'late.txt', content: 'x' } },
    ];
    const { code, stdout } = await cusp(
      ['script', '-'],
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    await expect(readFile(`${workspace}/late.txt`)).rejects.toThrow('ENOENT');
  });

  test('goes on past failures with --keep-going and still exits 1', async ({ cusp, lay }) => {
    await lay({ 'calls.jsonl': '{"tool":"Nope"}\nnot a call\n\n{"tool":"LS","input":{}}\n' });
    const { code, stdout } = await cusp(['script', 'calls.jsonl', '--keep-going']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(answers.map(({ tool, result }) => [tool, result.isError ?? false])).toEqual([
      ['Nope', true],
      ['', true],
      ['LS', false],
    ]);
    expect(answers[2].ms).toBeGreaterThan(0);
  });

  test('says which script file it cannot read', async ({ cusp }) => {
    expect(await cusp(['script', 'nowhere.jsonl'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere.jsonl'),
    });
  });
});
