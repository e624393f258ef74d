import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commitChanges, hashBytes, recoverJournals, withFileLocks } from '../../src/index.ts';
import { failure, scratch } from '../scratch.ts';

const HOUR_MS = 3_600_000;
const LOCK_LIKE = 'f'.repeat(32);

afterEach(() => {
  vi.useRealTimers();
});

async function listenAt(socket: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
}

/** Entries that no cusp has made, each under a name of its own; `named` turns a kind into the name. */
async function putForeign(directory: string, named: (kind: string) => string): Promise<string[]> {
  mkdirSync(directory, { recursive: true });
  const at = (kind: string) => path.join(directory, named(kind));
  mkdirSync(path.join(at('directory'), 'inner'), { recursive: true });
  symlinkSync('%zz not a record', at('link'));
  await listenAt(at('socket'));
  return ['directory', 'link', 'socket'].map(named).sort();
}

describe('what is not ours in the state directory', () => {
  test('is left alone, however old it gets, and disturbs no change [PRO-5]', async () => {
    const { root, file, state } = scratch();
    const directories = ['locks', 'locks/owners', 'journal'].map((name) => path.join(state.stateDir, name));
    const put = [];
    for (const directory of directories) put.push(await putForeign(directory, (kind) => `my-${kind}`));
    for (const directory of directories) writeFileSync(path.join(directory, 'my-file'), 'mine');
    await putForeign(
      path.join(state.stateDir, 'locks'),
      (kind) => LOCK_LIKE.slice(kind.length) + 'a'.repeat(kind.length),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });

    await recoverJournals({ stateDir: state.stateDir, roots: [root] });
    await commitChanges(
      [{ kind: 'write', path: file('a'), bytes: Buffer.from('new'), expected: null }],
      state,
    );
    const several = ['b', 'c'].map((name) => ({
      path: file(name),
      bytes: Buffer.from('new'),
      expected: null,
    }));
    await commitChanges(
      several.map((change) => ({ kind: 'write' as const, ...change })),
      state,
    );

    for (const [index, directory] of directories.entries())
      expect(readdirSync(directory)).toEqual(expect.arrayContaining([...(put[index] ?? []), 'my-file']));
    expect(existsSync(path.join(state.stateDir, 'locks/my-directory/inner'))).toBe(true);
  });

  test.each(['directory', 'link', 'socket'])(
    'is named when a %s has the name of a lock [PRO-5]',
    async (kind) => {
      const { file, state, locks } = scratch();
      let name = '';
      await withFileLocks([file('a')], state, async () => {
        name = locks()[0] ?? '';
      });
      const locksDir = path.join(state.stateDir, 'locks');
      await putForeign(locksDir, (each) => (each === kind ? name : `my-${each}`));

      expect(await failure(withFileLocks([file('a')], state, async () => 'in'))).toMatchObject({
        code: 'unavailable',
        message: `Cannot lock the file: "${path.join(locksDir, name)}" is there, but is no lock`,
        hint: 'Move it away.',
      });
    },
  );

  test('is named when a file has the name of a lock, after a wait for whoever may have written it', async () => {
    const { file, state, locks } = scratch();
    let name = '';
    await withFileLocks([file('a')], state, async () => {
      name = locks()[0] ?? '';
    });
    const lock = path.join(state.stateDir, 'locks', name);
    writeFileSync(lock, 'mine');

    expect(
      await failure(withFileLocks([file('a')], { ...state, timeoutMs: 50 }, async () => 'in')),
    ).toMatchObject({
      code: 'locked',
      message: `Cannot change "${file('a')}": its lock "${lock}" does not tell who holds it`,
    });
  });

  test.each(['locks', 'locks/owners', 'journal', 'runs', ''])(
    'is named when it is a file instead of the directory "%s"',
    async (name) => {
      const { file, state } = scratch();
      const taken = path.join(state.stateDir, name);
      mkdirSync(path.dirname(taken), { recursive: true });
      writeFileSync(taken, 'mine');
      for (const each of ['a', 'b']) writeFileSync(file(each), 'old');
      const expected = hashBytes(Buffer.from('old'));
      const write = (each: string) => ({
        kind: 'write' as const,
        path: file(each),
        bytes: Buffer.from('new'),
        expected,
      });

      expect(await failure(commitChanges([write('a'), write('b')], state))).toMatchObject({
        code: 'not_directory',
        hint: `Move "${taken}" away.`,
      });

      rmSync(taken);
      expect(await failure(commitChanges([write('a'), write('b')], state))).toBe('no failure');
    },
  );
});
