import { symlink } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { runCusp } from '../harness/cusp.ts';
import { test } from '../harness/cusp-test.ts';

describe('cusp call', () => {
  test('prints the result for a person', async ({ cusp, lay }) => {
    await lay({ 'a.txt': 'one\ntwo\n' });
    expect(await cusp(['call', 'Read', '{"file_path":"a.txt"}'])).toEqual({
      code: 0,
      stdout: '     1\tone\n     2\ttwo\n',
      stderr: '',
    });
  });

  test("prints MCP's CallToolResult with --json", async ({ cusp, lay }) => {
    await lay({ 'a.txt': 'needle\n', 'b.txt': 'hay\n' });
    const { code, stdout } = await cusp(['call', 'Grep', '{"pattern":"needle"}', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('a.txt') }],
    });
  });

  test('reads the input from stdin with -', async ({ cusp, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    expect((await cusp(['call', 'Read', '-'], '{"file_path":"a.txt"}')).stdout).toBe('     1\tone\n');
  });

  test('edits a file that nobody read, since the operator counts as the reader', async ({ cusp, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const input = JSON.stringify({ file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect((await cusp(['call', 'Edit', input])).code).toBe(0);
    expect((await cusp(['call', 'Read', '{"file_path":"a.txt"}'])).stdout).toBe('     1\ttwo\n');
  });

  test('says on stderr what it repaired [PIPE-1]', async ({ cusp, lay }) => {
    await lay({ 'a.txt': 'one\n' });
    const { stdout, stderr } = await cusp(['call', 'read_file', '{"path":"a.txt","limit":"1"}']);
    expect(stdout).toContain('     1\tone');
    expect(stderr).toBe('note: "path" was taken as "file_path"\nnote: "limit": "1" was taken as 1\n');
  });

  test('answers an unknown tool with the nearest names and exits 1 [SUR-3]', async ({ cusp }) => {
    const { code, stdout } = await cusp(['call', 'Gerp', '{}', '--json']);
    const result = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(result).toMatchObject({ isError: true, _meta: { 'cusp/error': { code: 'unknown_tool' } } });
    expect(result.content[0].text).toContain('Grep');
  });

  test('refuses a path outside the workspace, through a link too, and --add-dir opens it [PIPE-5]', async ({
    cusp,
    lay,
    root,
  }) => {
    await lay({ '../outside/secret.txt': 'secret\n' });
    await symlink(`${root}/outside`, `${root}/workspace/link`);
    const input = '{"file_path":"link/secret.txt"}';
    const refused = await cusp(['call', 'Read', input, '--json']);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)._meta).toEqual({ 'cusp/error': { code: 'outside_workspace' } });
    expect((await cusp(['call', 'Read', input, '--add-dir', '../outside'])).stdout).toContain('secret');
  });

  test('hides a disallowed tool', async ({ cusp }) => {
    expect((await cusp(['call', 'Bash', '{"command":"true"}', '--disallowedTools', 'Bash'])).code).toBe(1);
  });

  test.for([
    ['no tool', ['call']],
    ['an unknown command', ['cal']],
    ['an unknown flag', ['call', 'Read', '{}', '--jsn']],
    ['input that is no JSON', ['call', 'Read', '{file_path: a}']],
    ['input that is no object', ['call', 'Read', '[1]']],
    ['a workspace that is not there', ['call', 'Read', '{"file_path":"a"}', '--cwd', 'nowhere']],
    ['a scoped rule, which is not understood yet', ['call', 'LS', '{}', '--allowedTools', 'Bash(npm test)']],
  ] as const)('exits 2 for %s and says what would work', async ([, args], { cusp }) => {
    const { code, stderr } = await cusp(args);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr.trim()).not.toBe('');
  });
});

test('every command has help that names its flags', async ({ cusp }) => {
  for (const name of [
    'call',
    'script',
    'mcp',
    'service',
    'tools',
    'doctor',
    'trace',
    'artifacts',
    'gc',
    'demo',
  ]) {
    const { code, stdout } = await cusp([name, '--help']);
    expect([name, code]).toEqual([name, 0]);
    expect(stdout).toContain(`Usage: cusp ${name}`);
  }
});

test('doctor finds all that cusp needs here', async ({ cusp }) => {
  const { code, stdout } = await cusp(['doctor', '--json']);
  expect(JSON.parse(stdout).filter(({ usable }: { usable: boolean }) => !usable)).toEqual([]);
  expect(code).toBe(0);
});

test('tools lists what a surface sees, with schemas in JSON [PIPE-14]', async ({ cusp }) => {
  const all = JSON.parse((await cusp(['tools', '--json'])).stdout);
  expect(all[0]).toMatchObject({
    name: 'Read',
    service: 'files',
    tier: 'read',
    exposure: 'generic',
    deferred: false,
  });
  expect(all[0].inputSchema.type).toBe('object');
  const plan = JSON.parse((await cusp(['tools', '--mode', 'plan', '--json'])).stdout);
  expect(new Set(plan.map(({ tier }: { tier: string }) => tier))).toEqual(new Set(['read']));
});

test('trace and artifacts look back at a run [PIPE-4, PIPE-7]', async ({ cusp, lay }) => {
  await lay({ 'a.txt': 'one\n' });
  await cusp(['call', 'Read', '{"file_path":"a.txt"}']);
  expect((await cusp(['trace'])).stdout).toMatch(/^Read .*allow \(tier read\)/);
  const { stdout } = await cusp(['call', 'Bash', '{"command":"seq 1 20000"}']);
  const [, id] = /artifact:([a-z0-9-]+)/.exec(stdout) ?? [];
  expect((await cusp(['artifacts'])).stdout).toContain(`artifact:${id}`);
  const tail = await cusp(['call', 'Read', JSON.stringify({ file_path: `artifact:${id}`, offset: -1 })]);
  expect(tail.stdout).toContain('20000');
});

test.for([
  ['--disallowedTools', 'bash'],
  ['--allowedTools', 'Bahs'],
] as const)('%s with a name that no tool has takes nothing for granted', async ([flag, name], { cusp }) => {
  const { code, stderr } = await cusp(['call', 'LS', '{}', flag, name]);
  expect(code).toBe(2);
  expect(stderr).toContain(`no tool is called "${name}"`);
  expect(stderr).toContain('Bash');
});

test('a path longer than any is an error like others, and what is logged of it does no harm', async ({
  script,
}) => {
  const driver = script('--keep-going');
  const { text } = await driver.call('Read', { file_path: 'y/'.repeat(2_100) });
  expect(text).toMatch(/^Cannot use the path "(y\/)+…": the name is too long$/);
  expect((await driver.call('LS')).isError).toBe(false);
});

test.for([
  ['a state directory below /proc', { CUSP_CONFIG_DIR: '/proc/x' }, 'use the state directory "/proc/x"'],
  ['a workspace that is a file', {}, 'is no directory'],
] as const)('%s is said at once', async ([, environment, message], { lay, workspace, stateDir }) => {
  await lay({ 'file.txt': '' });
  const args = ['call', 'LS', '{}', '--cwd', message === 'is no directory' ? 'file.txt' : '.'];
  const { code, stderr } = await runCusp(args, { cwd: workspace, stateDir, environment });
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('a secret of the person is in no environment below cusp [SH-5]', async ({
  lay,
  workspace,
  stateDir,
}) => {
  await lay({});
  const environment = { MY_SECRET_TOKEN: 'hunter22222' };
  const command = 'cat /proc/$PPID/environ; env; echo done';
  const args = ['call', 'Bash', JSON.stringify({ command })];
  const { stdout } = await runCusp(args, { cwd: workspace, stateDir, environment });
  expect(stdout).toContain('done');
  expect(stdout).toContain('MY_SECRET_TOKEN');
  expect(stdout).not.toContain('hunter22222');
});
