import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serviceTest } from '@cusp/service-kit/testing';
import { expect } from 'vitest';
import { files } from '../src/service.ts';

const test = serviceTest(files);

test('an artifact is read and never changed [FS-5]', async ({ folders, client, call }) => {
  expect(client).toBeDefined();
  const directory = path.join(folders.stateDir, 'runs', 'r1', 'artifacts');
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'bash1.txt');
  writeFileSync(file, 'output\n');
  const refused = {
    code: 'access_denied',
    text: expect.stringContaining('is an artifact, which is never changed'),
  };
  const artifact = { file_path: 'artifact:r1-bash1' };
  await call('Read', artifact);
  expect(await call('Edit', { ...artifact, old_string: 'output', new_string: 'x' })).toEqual(refused);
  expect(await call('Write', { ...artifact, content: 'x' })).toEqual(refused);
  expect(await call('Write', { file_path: path.join(directory, 'new.txt'), content: 'x' })).toEqual(refused);
  expect(readFileSync(file, 'utf8')).toBe('output\n');
});

test('LS names entries relative to cwd', async ({ workspace, call }) => {
  await workspace({ 'src/deep/a.ts': '', 'src/b.ts': '' });
  const { structured } = await call('LS', { path: 'src' });
  expect(structured).toEqual({
    entries: ['src/b.ts', 'src/deep/', 'src/deep/a.ts'],
    total: 3,
    truncated: false,
  });
});
