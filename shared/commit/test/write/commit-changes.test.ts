import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { beforeDirectory, commitChanges, hashBytes, withFileLocks } from '../../src/index.ts';
import { failure, scratch } from '../scratch.ts';

const hash = (text: string) => hashBytes(Buffer.from(text));

function write(path: string, text: string, before: string | null) {
  const expected = before === null ? null : hash(before);
  return { kind: 'write' as const, path, bytes: Buffer.from(text), expected };
}

describe('commitChanges', () => {
  test('creates a file, and the directories above it, and leaves nothing else [FS-8]', async () => {
    const { file, state, names, locks } = scratch();

    const changes = await commitChanges([write(file('deep/er/a.txt'), 'new', null)], state);

    expect(changes).toEqual([
      { path: file('deep/er/a.txt'), kind: 'create', hashBefore: null, hashAfter: hash('new') },
    ]);
    expect(names()).toEqual(['deep', 'deep/er', 'deep/er/a.txt']);
    expect(statSync(file('deep/er/a.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(statSync(file('deep/er/a.txt')).nlink).toBe(1);
    expect(statSync(state.stateDir).mode & 0o777).toBe(0o700);
    expect(locks()).toEqual([]);
  });

  test('replaces a file in one step, with its mode and owner [FS-3, FS-8]', async () => {
    const { file, state, names } = scratch();
    writeFileSync(file('a'), 'old');
    if (process.getuid?.() === 0) chownSync(file('a'), 1234, 2345);
    chmodSync(file('a'), 0o4751);
    const before = statSync(file('a'));

    const [change] = await commitChanges([write(file('a'), 'new', 'old')], state);

    const { ino, mode, uid, gid, nlink } = statSync(file('a'));
    expect(change).toMatchObject({ kind: 'modify', hashBefore: hash('old'), hashAfter: hash('new') });
    expect({ mode, uid, gid, nlink }).toEqual({
      mode: before.mode,
      uid: before.uid,
      gid: before.gid,
      nlink: 1,
    });
    expect(ino).not.toBe(before.ino);
    expect(names()).toEqual(['a']);
  });

  test('keeps what a file was, and a line that finds it [PRO-5]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'old');
    const images = beforeDirectory(state.stateDir, state.runId);

    await commitChanges([write(file('a'), 'new', 'old')], state);
    await commitChanges([{ kind: 'delete', path: file('a'), expected: hash('new') }], state);

    expect(readFileSync(path.join(images, hash('old')), 'utf8')).toBe('old');
    expect(readFileSync(path.join(images, hash('new')), 'utf8')).toBe('new');
    const lines = readFileSync(path.join(images, 'index.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { path: file('a'), kind: 'modify', hashBefore: hash('old'), hashAfter: hash('new') },
      { path: file('a'), kind: 'delete', hashBefore: hash('new'), hashAfter: null },
    ]);
  });

  test('keeps what a file was and its line, too, after someone removed what was kept [PRO-5]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'one');
    const images = beforeDirectory(state.stateDir, state.runId);
    await commitChanges([write(file('a'), 'two', 'one')], state);
    await commitChanges([write(file('a'), 'one', 'two')], state);
    rmSync(images, { recursive: true });

    await commitChanges([write(file('a'), 'two', 'one')], state);

    expect(readFileSync(path.join(images, hash('one')), 'utf8')).toBe('one');
    expect(readFileSync(path.join(images, 'index.jsonl'), 'utf8')).toMatch(/^[^\n]+"kind":"modify"[^\n]+\n$/);
  });

  test('leaves what another process kept of the same content as it is [PRO-5]', async () => {
    const { file, state } = scratch();
    const image = path.join(beforeDirectory(state.stateDir, state.runId), hash('old'));
    mkdirSync(path.dirname(image), { recursive: true });
    writeFileSync(image, 'old');
    writeFileSync(file('a'), 'old');
    const { ino } = statSync(image);

    await commitChanges([write(file('a'), 'new', 'old')], state);

    expect(readFileSync(file('a'), 'utf8')).toBe('new');
    expect(statSync(image).ino).toBe(ino);
  });

  test('refuses a file that became a link under its lock, and leaves what that leads to', async () => {
    const { file, state } = scratch();
    for (const name of ['a', 'b']) writeFileSync(file(name), 'old');

    const error = await failure(
      withFileLocks([file('a')], state, async (held) => {
        rmSync(file('a'));
        symlinkSync('b', file('a'));
        await commitChanges([write(file('a'), 'new', 'old')], { ...state, held });
      }),
    );

    expect(error).toMatchObject({ code: 'not_a_file' });
    expect([readFileSync(file('b'), 'utf8'), readlinkSync(file('a'))]).toEqual(['old', 'b']);
  });

  test.each([0o600, 0o644, 0o640, 0o604, 0o777])('keeps the mode %o [FS-8]', async (mode) => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'old');
    chmodSync(file('a'), mode);

    await commitChanges([write(file('a'), 'new', 'old')], { ...state, fsync: true });

    expect(statSync(file('a')).mode & 0o7777).toBe(mode);
  });

  test('refuses a path with a link in it, which its caller did not judge [FS-8]', async () => {
    const { file, state, names } = scratch();
    mkdirSync(file('dir'));
    writeFileSync(file('dir/target'), 'old');
    symlinkSync('dir', file('linked'));
    symlinkSync('dir/target', file('link'));
    symlinkSync('dir/later', file('dangling'));
    const before = names();

    for (const change of [
      write(file('linked/target'), 'new', 'old'),
      write(file('linked/new/deep'), 'new', null),
      write(file('link'), 'new', 'old'),
      write(file('dangling'), 'new', null),
      { kind: 'delete' as const, path: file('linked/target'), expected: hash('old') },
    ]) {
      expect(await failure(commitChanges([change], state))).toMatchObject({
        code: 'changed',
        message: `Cannot change "${change.path}": a part of its path was replaced by a link`,
      });
    }

    expect(names()).toEqual(before);
    expect(readFileSync(file('dir/target'), 'utf8')).toBe('old');
  });

  test('writes the target of a link that was locked by its name [FS-8]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('target'), 'old');
    symlinkSync('target', file('link'));

    await withFileLocks([file('link')], state, (held) =>
      commitChanges([write(file('target'), 'new', 'old')], { ...state, held }),
    );

    expect([readlinkSync(file('link')), readFileSync(file('target'), 'utf8')]).toEqual(['target', 'new']);
  });

  test('removes a link, not what it leads to', async () => {
    const { file, state, names } = scratch();
    writeFileSync(file('target'), 'old');
    symlinkSync('target', file('link'));

    await commitChanges([{ kind: 'delete', path: file('link'), expected: hash('old') }], state);

    expect(names()).toEqual(['target']);
  });

  test('writes a file with two names in place, so that both stay [FS-8]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'old and long');
    linkSync(file('a'), file('b'));
    const { ino } = statSync(file('a'));

    await commitChanges([write(file('a'), 'new', 'old and long')], state);

    expect(readFileSync(file('b'), 'utf8')).toBe('new');
    expect([statSync(file('a')).ino, statSync(file('b')).ino]).toEqual([ino, ino]);
    const image = path.join(beforeDirectory(state.stateDir, state.runId), hash('old and long'));
    expect(readFileSync(image, 'utf8')).toBe('old and long');
    expect(readdirSync(path.join(state.stateDir, 'journal'))).toEqual([]);
  });

  test('keeps extended attributes [FS-8]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'old');
    execFileSync('python3', [
      '-c',
      `import os; os.setxattr(${JSON.stringify(file('a'))}, 'user.note', b'kept')`,
    ]);

    await commitChanges([write(file('a'), 'new', 'old')], state);

    const read = `import os; print(os.getxattr(${JSON.stringify(file('a'))}, 'user.note').decode())`;
    expect(execFileSync('python3', ['-c', read], { encoding: 'utf8' })).toBe('kept\n');
    expect(readFileSync(file('a'), 'utf8')).toBe('new');
  });

  test('moves a file with its mode, over another when that is expected', async () => {
    const { file, state, names } = scratch();
    writeFileSync(file('a'), 'one', { mode: 0o750 });
    writeFileSync(file('b'), 'two');
    const move = { kind: 'move' as const, from: file('a'), path: file('b'), bytes: Buffer.from('one!') };

    const changes = await commitChanges(
      [{ ...move, expected: hash('one'), expectedTarget: hash('two') }],
      state,
    );

    expect(changes).toEqual([
      { path: file('b'), kind: 'move', from: file('a'), hashBefore: hash('one'), hashAfter: hash('one!') },
    ]);
    expect(names()).toEqual(['b']);
    expect(statSync(file('b')).mode & 0o777).toBe(0o750);
  });

  test('asks the check under the lock, and changes nothing when that throws', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), 'old');
    const seen: unknown[] = [];
    const check = async (checked: string, stat: { size: number } | undefined) => {
      seen.push(checked, stat?.size);
      throw new Error('no');
    };

    const error = await failure(commitChanges([write(file('a'), 'new', 'old')], { ...state, check }));

    expect(seen).toEqual([file('a'), 3]);
    expect(error).toMatchObject({ message: 'no' });
    expect(readFileSync(file('a'), 'utf8')).toBe('old');
  });

  test('refuses what is not as the caller saw it [FS-7]', async () => {
    const { file, state, names } = scratch();
    writeFileSync(file('a'), 'other');
    mkdirSync(file('dir'));

    expect(await failure(commitChanges([write(file('a'), 'new', 'old')], state))).toMatchObject({
      code: 'changed',
      message: `Cannot change "${file('a')}": it changed since it was read`,
      hint: 'Read it again.',
    });
    expect(await failure(commitChanges([write(file('a'), 'new', null)], state))).toMatchObject({
      code: 'already_exists',
    });
    expect(await failure(commitChanges([write(file('gone'), 'new', 'old')], state))).toMatchObject({
      code: 'not_found',
    });
    expect(await failure(commitChanges([write(file('dir'), 'new', null)], state))).toMatchObject({
      code: 'is_directory',
    });
    expect(await failure(commitChanges([write(file('a/b'), 'new', null)], state))).toMatchObject({
      code: 'not_directory',
    });
    const twice = [write(file('n'), '1', null), write(file('n'), '2', null)];
    expect(await failure(commitChanges(twice, state))).toMatchObject({ code: 'invalid_input' });
    expect(names()).toEqual(['a', 'dir']);
    expect(readFileSync(file('a'), 'utf8')).toBe('other');
  });

  test('undoes all when the third of three files fails [FS-14]', async () => {
    const { file, state, names } = scratch();
    for (const name of ['a', 'b']) writeFileSync(file(name), 'old', { mode: 0o640 });
    mkdirSync(file('full'));
    const before = statSync(file('a')).ino;
    // A name that is too long for its temporary file's directory entry fails only when the file is made.
    const third = file(`made/${'x'.repeat(300)}`);
    const remove = { kind: 'delete' as const, path: file('b'), expected: hash('old') };

    const error = await failure(
      commitChanges([write(file('a'), 'new', 'old'), remove, write(third, 'x', null)], state),
    );

    expect(error).toMatchObject({ code: 'invalid_input' });
    expect(names()).toEqual(['a', 'b', 'full']);
    expect([readFileSync(file('a'), 'utf8'), readFileSync(file('b'), 'utf8')]).toEqual(['old', 'old']);
    expect([lstatSync(file('a')).ino, lstatSync(file('a')).nlink, lstatSync(file('b')).nlink]).toEqual([
      before,
      1,
      1,
    ]);
    expect(readdirSync(path.join(state.stateDir, 'journal'))).toEqual([]);
  });
});
