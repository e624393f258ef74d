import {
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { recoverJournals, withFileLocks } from '../../src/index.ts';
import { bundlePackage, Child } from '../child.ts';
import { failure, scratch } from '../scratch.ts';

const MINUTE_MS = 60_000;
const MORE_THAN_ONE_FILE_HOLDS = 900;

let packaged: Awaited<ReturnType<typeof bundlePackage>>;
beforeAll(async () => {
  packaged = await bundlePackage();
});
afterAll(() => packaged.remove());
afterEach(() => {
  vi.useRealTimers();
});

type Scratch = ReturnType<typeof scratch>;

/** A process that has the lock of a file. */
async function hold({ file, state }: Scratch, name: string, linkError: string[] = []): Promise<Child> {
  const holder = Child.fixture('hold-lock.mjs', [packaged.bundle, state.stateDir, file(name), ...linkError]);
  await holder.firstLine();
  return holder;
}

function lockOf({ state, locks }: Scratch): string {
  return path.join(state.stateDir, 'locks', locks()[0] ?? '');
}

function passMinutes(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
}

describe('a lock', () => {
  test('is one more name of its private owner file, and says what it protects', async () => {
    const place = scratch();
    const { file, state, owners } = place;

    await withFileLocks([file('a')], state, async () => {
      const [owner = ''] = owners();
      expect(lstatSync(lockOf(place)).ino).toBe(statSync(owner).ino);
      expect(statSync(owner).mode & 0o777).toBe(0o600);
      expect(readFileSync(lockOf(place), 'utf8')).toContain(` ${file('a')}\n`);
    });

    expect(statSync(owners()[0] ?? '').nlink).toBe(1);
  });

  test.each(['locks/owners', 'locks'])(
    'can be had after %s was removed by someone else',
    async (directory) => {
      const { file, state, locks, owners } = scratch();
      await withFileLocks([file('a')], state, async () => undefined);
      rmSync(path.join(state.stateDir, directory), { recursive: true });

      const held = await withFileLocks([file('a')], state, async () => locks());

      expect(held).toHaveLength(1);
      expect(locks()).toEqual([]);
      expect(owners()).toHaveLength(1);
    },
  );

  test('stays held while its owner file grows too large and is replaced [PRO-5]', async () => {
    const { file, state, locks, owners } = scratch();
    await withFileLocks([file('a')], state, async () => {
      const [first = ''] = owners();
      for (let taking = 0; taking < MORE_THAN_ONE_FILE_HOLDS; taking++)
        await withFileLocks([file('b')], state, async () => undefined);

      expect(owners()).toHaveLength(1);
      expect(owners()).not.toEqual([first]);
      const other = Child.fixture('write-each.mjs', [packaged.bundle, state.stateDir, '', file('b')]);
      expect(JSON.parse(await other.output())).toEqual(['done']);
      expect(locks()).toHaveLength(1);
    });

    expect(locks()).toEqual([]);
    expect(statSync(owners()[0] ?? '').size).toBeLessThan(70_000);
  });

  test.each(['EMLINK', 'EPERM', 'ENOTSUP'])(
    'is a symbolic link where links fail with %s [PRO-5]',
    async (code) => {
      const place = scratch();
      const { file, state, locks } = place;
      const holder = await hold(place, 'a', [code]);

      expect(lstatSync(lockOf(place)).isSymbolicLink()).toBe(true);
      const waiting = withFileLocks([file('a')], { ...state, timeoutMs: 50 }, async () => 'in');
      expect(await failure(waiting)).toMatchObject({
        code: 'locked',
        hint: `Try again when process ${holder.process.pid} is done.`,
      });

      await holder.kill();
      expect(await withFileLocks([file('a')], state, async () => 'in')).toBe('in');
      expect(locks()).toEqual([]);
    },
  );

  test('is left by its owner once another machine has taken it for abandoned', async () => {
    const place = scratch();
    const { file, state, locks } = place;
    await withFileLocks([file('a')], state, async () => {
      const lock = lockOf(place);
      rmSync(lock);
      symlinkSync(`1.1-boot.elsewhere token run ${file('a')}`, lock);
      passMinutes(11);
    });

    expect(locks()).toHaveLength(1);
  });
});

describe('the lock of a dead process', () => {
  test.each(['taker', 'sweep'])('tells a %s which temporary file to remove [PRO-5]', async (by) => {
    const { root, file, state, names } = scratch();
    const name = 'a\n%0A b';
    writeFileSync(file(name), 'old');
    const parameters = [packaged.bundle, state.stateDir, '1', 'renameSync', file(name)];
    await Child.fixture('die-at-call.mjs', parameters).exited;
    expect(names()).toHaveLength(2);

    if (by === 'taker') await withFileLocks([file(name)], state, async () => undefined);
    else await recoverJournals({ stateDir: state.stateDir, roots: [root] });

    expect(names()).toEqual([name]);
  });

  test('leads to what it left, even when a taker dies in the middle [PRO-5]', async () => {
    const { root, file, state, names, locks } = scratch();
    writeFileSync(file('a'), 'old');
    await Child.fixture('die-at-call.mjs', [packaged.bundle, state.stateDir, '1', 'renameSync', file('a')])
      .exited;
    const taker = Child.fixture('die-taking-over.mjs', [packaged.bundle, state.stateDir, root]);
    expect(await taker.output()).toBe('');

    expect(names()).toEqual(['a']);
    await recoverJournals({ stateDir: state.stateDir, roots: [file('elsewhere')] });
    expect(locks()).toHaveLength(1);
    await recoverJournals({ stateDir: state.stateDir, roots: [root] });
    expect(locks()).toEqual([]);
  });

  test('is taken over by one of several takers at a time [PRO-5]', async () => {
    const place = scratch();
    const { file, state, locks } = place;
    writeFileSync(file('a'), '');
    const parameters = (name: string) => [packaged.bundle, state.stateDir, file('a'), name, '20'];
    const holder = await hold(place, 'a');
    const takers = ['1', '2', '3'].map((name) => Child.fixture('append-lines.mjs', parameters(name)));
    await Promise.all(takers.map((taker) => taker.firstLine()));
    await holder.kill();

    expect(await Promise.all(takers.map((taker) => taker.exited))).toEqual([0, 0, 0]);

    expect(readFileSync(file('a'), 'utf8').trimEnd().split('\n')).toHaveLength(60);
    expect(locks()).toEqual([]);
  });

  test('is taken over at once when a loss of power took its line', async () => {
    const place = scratch();
    const { file, state, owners } = place;
    const holder = await hold(place, 'a');
    await holder.kill();
    for (const owner of owners()) truncateSync(owner);

    expect(await withFileLocks([file('a')], { ...state, timeoutMs: 1000 }, async () => 'in')).toBe('in');
  });

  test('is taken over after ten minutes when nothing tells whose it is', async () => {
    const place = scratch();
    const { file, state, owners } = place;
    const holder = await hold(place, 'a');
    await holder.kill();
    for (const owner of owners()) {
      truncateSync(owner);
      // What another machine has written may not have moved this time yet.
      utimesSync(owner, 0, 0);
      rmSync(owner);
    }

    const take = () => withFileLocks([file('a')], { ...state, timeoutMs: 50 }, async () => 'in');
    expect(await failure(take())).toMatchObject({ code: 'locked' });
    passMinutes(11);
    expect(await take()).toBe('in');
  });
});

describe('the lock of a process on another machine', () => {
  test('is taken over once that has written nothing for ten minutes', async () => {
    const place = scratch();
    const { file, state } = place;
    await withFileLocks([file('a')], state, async () => {
      const lock = path.basename(lockOf(place));
      const owner = path.join(state.stateDir, 'locks/owners/1.1-boot.elsewhere.1');
      writeFileSync(owner, `\n${lock} 1.1-boot.elsewhere 1 run ${file('a')}\n`);
      rmSync(lockOf(place));
      linkSync(owner, path.join(state.stateDir, 'locks', lock));
      passMinutes(6);
    });

    const take = () => withFileLocks([file('a')], { ...state, timeoutMs: 50 }, async () => 'in');
    expect(await failure(take())).toMatchObject({ code: 'locked' });
    passMinutes(6);
    expect(await take()).toBe('in');
  });
});

describe('recoverJournals', () => {
  test('removes the owner files of dead processes, and leaves those of living ones and of locks', async () => {
    const place = scratch();
    const { file, state, owners, locks } = place;
    const [dead, living] = [await hold(place, 'a'), await hold(place, 'b')];
    await dead.kill();
    const pids = () => owners().map((owner) => Number(path.basename(owner).split('.')[0]));

    await recoverJournals({ stateDir: state.stateDir, roots: [file('elsewhere')] });
    expect(pids()).toContain(dead.process.pid);
    await recoverJournals({ stateDir: state.stateDir, roots: [file('a')] });

    expect(pids()).not.toContain(dead.process.pid);
    expect(pids()).toContain(living.process.pid);
    expect(locks()).toHaveLength(1);
    await living.kill();
    expect(readdirSync(place.root)).toEqual([]);
  });
});
