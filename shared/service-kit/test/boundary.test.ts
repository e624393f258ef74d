import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ArtifactStore, Boundary, listArtifacts } from '@cusp/service-kit';
import { test as base, describe, expect } from 'vitest';
import {
  makeTemporaryFolders,
  removeTemporaryFolders,
  type TemporaryFolders,
} from '../src/testing/workspace.ts';

interface Fixtures {
  folders: TemporaryFolders;
  artifacts: ArtifactStore;
  boundary: Boundary;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from its first parameter
  folders: async ({}, use) => {
    const folders = await makeTemporaryFolders();
    await use(folders);
    await removeTemporaryFolders(folders);
  },
  artifacts: async ({ folders }, use) => use(new ArtifactStore(folders.stateDir, 'thisrun')),
  boundary: async ({ folders: { workspace, root }, artifacts }, use) => {
    await use(
      new Boundary({ roots: [workspace], cwd: workspace, temporary: path.join(root, 'tmp'), artifacts }),
    );
  },
});

describe('the workspace boundary [PIPE-5]', () => {
  test('is judged by the real path: links, dots and names that only begin alike do not pass', ({
    boundary,
    folders,
  }) => {
    const { root, workspace } = folders;
    mkdirSync(`${root}/workspace-twin`);
    mkdirSync(`${root}/outside`);
    writeFileSync(`${root}/outside/secret`, '');
    symlinkSync(`${root}/outside`, `${workspace}/link`);
    symlinkSync(`${root}/outside/new`, `${workspace}/dangling`);
    symlinkSync('loop', `${workspace}/loop`);
    const inside = (named: string) => boundary.locate(named).inside;
    expect(inside('new/deep/file.txt')).toBe(true);
    expect(inside(workspace)).toBe(true);
    expect(inside('../outside/secret')).toBe(false);
    expect(inside(`${root}/workspace-twin/a`)).toBe(false);
    expect(inside('link/secret')).toBe(false);
    expect(inside('link/new-file')).toBe(false);
    expect(inside('dangling')).toBe(false);
    expect(inside('~/.ssh/id')).toBe(false);
    expect(inside('/proc/self/environ')).toBe(false);
  });

  test('knows what a named path means and shows it briefly', ({ boundary, folders: { workspace } }) => {
    expect(boundary.absolute('~/a')).toBe(path.join(homedir(), 'a'));
    expect(boundary.absolute('a/../b')).toBe(`${workspace}/b`);
    expect(boundary.show(`${workspace}/a/b`)).toBe('a/b');
    expect(boundary.show(workspace)).toBe('.');
    expect(boundary.show('/etc/hosts')).toBe('/etc/hosts');
    expect(boundary.show(`${workspace}/..dots`)).toBe('..dots');
    expect(() => boundary.absolute('a\0b')).toThrow('NUL byte');
  });

  test('opens what was granted for one call, and names the flag for the rest', ({
    boundary,
    folders: { root },
  }) => {
    const { realPath } = boundary.locate(`${root}/outside.txt`);
    expect(() => boundary.assertInside(realPath, 'outside.txt')).toThrow('is outside the workspace');
    boundary.assertInside(realPath, 'outside.txt', [realPath]);
  });
});

describe('artifacts [PIPE-4]', () => {
  test('are readable by their id, in this run and a later one', async ({ artifacts, folders, boundary }) => {
    const { id, path: file } = await artifacts.write('output', 'all of it');
    expect(id).toBe('thisrun-output1');
    expect(boundary.absolute(`artifact:${id}`)).toBe(file);
    expect(boundary.contains(file)).toBe(true);
    expect(new ArtifactStore(folders.stateDir, 'other').resolve(`artifact:${id}`)).toBe(file);
    expect(await listArtifacts(folders.stateDir, 'thisrun')).toMatchObject([{ id, bytes: 9 }]);
  });

  test.for(['artifact:none-output1', 'artifact:../../etc/passwd', 'artifact:'])(
    '%s is not there',
    (reference, { artifacts }) => {
      expect(() => artifacts.resolve(reference)).toThrow('There is no artifact');
    },
  );

  test('never share a name', ({ artifacts, folders }) => {
    const twin = new ArtifactStore(folders.stateDir, 'thisrun');
    const first = artifacts.reserve('bash');
    writeFileSync(first.path, '');
    expect(twin.reserve('bash').id).toBe('thisrun-bash2');
  });
});
