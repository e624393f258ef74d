import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commitChanges, hashBytes, recoverJournals, withFileLocks } from '../../src/index.ts';
import { bundlePackage, Child } from '../child.ts';
import { scratch } from '../scratch.ts';

const KILLS = 50;
const KILLS_OF_A_LINKED_FILE = 20;
const LONGEST_LIFE_MS = 60;

let packaged: Awaited<ReturnType<typeof bundlePackage>>;
beforeAll(async () => {
  packaged = await bundlePackage();
});
afterAll(() => packaged.remove());

/** Starts a child that rewrites the files, and kills it at some moment of that. */
async function killWhileWriting(stateDir: string, files: string[]): Promise<void> {
  const child = Child.fixture('rewrite-all.mjs', [packaged.bundle, stateDir, ...files]);
  await child.firstLine();
  await delay(Math.random() * LONGEST_LIFE_MS);
  await child.kill();
}

function entries(stateDir: string, directory: string): string[] {
  const full = path.join(stateDir, directory);
  return existsSync(full) ? readdirSync(full) : [];
}

/** Lets a child rewrite the files with `new`, until it dies at a system call; false when it came to its end. */
async function dieAtCall(stateDir: string, call: number, files: string[], only = 'any'): Promise<boolean> {
  const child = Child.fixture('die-at-call.mjs', [packaged.bundle, stateDir, String(call), only, ...files]);
  return (await child.output()) === '';
}

/** Dies at the third rename: the first is the journal's, the second makes the first file new. */
async function dieHalfway(stateDir: string, files: string[]): Promise<void> {
  expect(await dieAtCall(stateDir, 3, files, 'renameSync')).toBe(true);
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['new', 'old', 'old']);
}

function isOwn(ownerFile: string): boolean {
  return path.basename(ownerFile).startsWith(`${process.pid}.`);
}

function isWhole(text: string): boolean {
  const lines = new Set(text.trimEnd().split('\n'));
  return lines.size === 1 && text.endsWith('\n');
}

describe('recoverJournals', () => {
  test('makes files whole, all old or all new, after kill -9 at any moment [Q-3, PRO-5]', {
    timeout: 120_000,
  }, async () => {
    const { root, file, state, names, locks, owners } = scratch();
    const files = ['a', 'b', 'c'].map(file);
    for (const each of files) writeFileSync(each, 'generation 0\n');
    let recovered = 0;

    for (let kill = 0; kill < KILLS; kill++) {
      await killWhileWriting(state.stateDir, files);
      const reports = await recoverJournals({ stateDir: state.stateDir, roots: [root] });
      recovered += reports.length;
      const [first = '', ...others] = files.map((each) => readFileSync(each, 'utf8'));
      expect(others, `kill ${kill}`).toEqual([first, first]);
      expect(isWhole(first)).toBe(true);
      expect(reports.flatMap(({ left, failed }) => [...left, ...failed])).toEqual([]);
      expect(names()).toEqual(['a', 'b', 'c']);
      expect(files.map((each) => statSync(each).nlink)).toEqual([1, 1, 1]);
      expect(entries(state.stateDir, 'journal')).toEqual([]);
      expect(locks()).toEqual([]);
      expect(owners().filter((owner) => !isOwn(owner))).toEqual([]);
    }
    expect(recovered).toBeGreaterThan(0);
  });

  test('makes a file with two names whole, old or new, after kill -9 at any moment [Q-3]', {
    timeout: 120_000,
  }, async () => {
    const { root, file, state } = scratch();
    writeFileSync(file('a'), 'generation 0\n');
    linkSync(file('a'), file('b'));

    for (let kill = 0; kill < KILLS_OF_A_LINKED_FILE; kill++) {
      await killWhileWriting(state.stateDir, [file('a')]);
      const reports = await recoverJournals({ stateDir: state.stateDir, roots: [root] });
      expect(reports.flatMap(({ left, failed }) => [...left, ...failed])).toEqual([]);
      expect(isWhole(readFileSync(file('b'), 'utf8'))).toBe(true);
      expect(statSync(file('a')).nlink).toBe(2);
      expect(statSync(file('a')).ino).toBe(statSync(file('b')).ino);
    }
  });

  test.each([1, 2])(
    'makes files whole wherever their writer dies, with %i name(s) each [Q-3, PRO-5]',
    { timeout: 120_000 },
    async (links) => {
      for (let call = 1, died = true; died; call++) {
        const { root, file, state, names, locks } = scratch();
        const files = ['a', 'b'].map(file);
        for (const each of files) writeFileSync(each, 'old');
        if (links > 1) for (const each of files) linkSync(each, `${each}.link`);
        const namesBefore = names();

        died = await dieAtCall(state.stateDir, call, files);
        await recoverJournals({ stateDir: state.stateDir, roots: [root] });

        const [first = '', second] = files.map((each) => readFileSync(each, 'utf8'));
        expect(['old', 'new'], `call ${call}`).toContain(first);
        expect(second, `call ${call}`).toBe(first);
        expect(names(), `call ${call}`).toEqual(namesBefore);
        expect(
          files.map((each) => statSync(each).nlink),
          `call ${call}`,
        ).toEqual([links, links]);
        expect(entries(state.stateDir, 'journal'), `call ${call}`).toEqual([]);
        expect(locks(), `call ${call}`).toEqual([]);
      }
    },
  );

  test('leaves one file whole wherever its writer dies [Q-3]', { timeout: 120_000 }, async () => {
    for (let call = 1, died = true; died; call++) {
      const { root, file, state, names } = scratch();
      writeFileSync(file('a'), 'old');

      died = await dieAtCall(state.stateDir, call, [file('a')]);

      expect(['old', 'new']).toContain(readFileSync(file('a'), 'utf8'));
      await recoverJournals({ stateDir: state.stateDir, roots: [root] });
      expect(names(), `call ${call}`).toEqual(['a']);
      expect(statSync(file('a')).nlink, `call ${call}`).toBe(1);
    }
  });

  test('leaves and names a file that someone changed since [PRO-5]', { timeout: 120_000 }, async () => {
    const { root, file, state } = scratch();
    const files = ['a', 'b', 'c'].map(file);
    for (const each of files) writeFileSync(each, 'old');
    await dieHalfway(state.stateDir, files);
    writeFileSync(file('theirs'), 'theirs');
    renameSync(file('theirs'), file('b'));

    const reports = await recoverJournals({ stateDir: state.stateDir, roots: [root] });

    expect(reports.at(-1)).toMatchObject({ outcome: 'rolled_back', files, left: [file('b')] });
    expect(readFileSync(file('b'), 'utf8')).toBe('theirs');
    expect(readFileSync(file('a'), 'utf8')).toBe(readFileSync(file('c'), 'utf8'));
  });

  test('need not come first: the next change of one of the files ends the dead one', {
    timeout: 120_000,
  }, async () => {
    const { root, file, state } = scratch();
    const files = ['a', 'b', 'c'].map(file);
    for (const each of files) writeFileSync(each, 'old');
    await dieHalfway(state.stateDir, files);

    const whole = await withFileLocks([file('b')], state, async () => readFileSync(file('b'), 'utf8'));

    expect(files.map((each) => readFileSync(each, 'utf8'))).toEqual([whole, whole, whole]);
    expect(await recoverJournals({ stateDir: state.stateDir, roots: [root] })).toEqual([]);
  });

  test('leaves changes of living processes, and of other directories, alone', async () => {
    const { root, file, state } = scratch();
    writeFileSync(file('a'), 'old');
    const expected = hashBytes(Buffer.from('old'));
    const found: unknown[] = [];
    const check = async () => {
      found.push(await recoverJournals({ stateDir: state.stateDir, roots: [root] }));
    };

    await commitChanges([{ kind: 'write', path: file('a'), bytes: Buffer.from('new'), expected }], {
      ...state,
      check,
    });

    expect(found).toEqual([[]]);
    expect(readFileSync(file('a'), 'utf8')).toBe('new');
  });
});
