import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serviceTest } from '@cusp/service-kit/testing';
import { expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);
const READS = 300;

test('a file that is replaced at every moment is read as itself, and known as itself [FS-6]', async ({
  workspace,
  call,
}) => {
  const root = await workspace({ 'file.txt': 'one\n', 'named (deleted)': 'two\n' });
  const loop = 'echo begun; while :; do echo one > next; mv next file.txt; done';
  const writer = spawn('bash', ['-c', loop], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(writer.stdout, 'data');
  for (let read = 0; read < READS; read++) {
    expect((await call('Read', { file_path: 'file.txt' })).text).toBe('     1\tone');
  }
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  await call('Read', { file_path: 'file.txt' });
  const edit = { file_path: 'file.txt', old_string: 'one', new_string: 'three' };
  expect(await call('Edit', edit)).not.toHaveProperty('code');
  expect((await call('Read', { file_path: 'named (deleted)' })).text).toBe('     1\ttwo');
});
