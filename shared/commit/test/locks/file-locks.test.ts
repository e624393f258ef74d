import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFileLocks } from '../../src/index.ts';
import { bundlePackage, Child } from '../child.ts';
import { failure, scratch } from '../scratch.ts';

let packaged: Awaited<ReturnType<typeof bundlePackage>>;
beforeAll(async () => {
  packaged = await bundlePackage();
});
afterAll(() => packaged.remove());

describe('withFileLocks', () => {
  test('lets two processes make 200 edits each, and none is lost [FS-8, PRO-5]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), '');
    const start = (name: string) =>
      Child.fixture('append-lines.mjs', [packaged.bundle, state.stateDir, file('a'), name, '200']);

    const codes = await Promise.all(['one', 'two'].map((name) => start(name).exited));

    const lines = readFileSync(file('a'), 'utf8').trimEnd().split('\n');
    const numbered = (name: string) => lines.filter((line) => line.startsWith(name));
    expect(codes).toEqual([0, 0]);
    expect(lines).toHaveLength(400);
    for (const name of ['one', 'two'])
      expect(numbered(name)).toEqual(Array.from({ length: 200 }, (_, n) => `${name} ${n}`));
  });

  test('lets one at a time in within a process, in order, under whatever name [PRO-5]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('a'), '');
    symlinkSync('a', file('link'));
    const log: string[] = [];
    const visit = (name: string, visitor: number) =>
      withFileLocks([file(name)], state, async () => {
        log.push(`${visitor} in`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${visitor} out`);
      });

    await Promise.all([visit('a', 1), visit('link', 2), visit('a', 3)]);

    expect(log).toEqual(['1 in', '1 out', '2 in', '2 out', '3 in', '3 out']);
  });

  test('never waits in a circle', async () => {
    const { file, state } = scratch();
    let visits = 0;
    const visit = (names: string[]) => withFileLocks(names.map(file), state, async () => ++visits);

    await Promise.all(Array.from({ length: 20 }, (_, n) => visit(n % 2 ? ['a', 'b'] : ['b', 'a'])));

    expect(visits).toBe(20);
  });

  test('names the process that holds a lock for too long, and takes it over once that is dead [PRO-5]', async () => {
    const { file, state } = scratch();
    const holder = Child.fixture('hold-lock.mjs', [packaged.bundle, state.stateDir, file('a')]);
    await holder.firstLine();

    const waiting = withFileLocks([file('a')], { ...state, timeoutMs: 50 }, async () => 'in');
    const { pid } = holder.process;
    expect(await failure(waiting)).toMatchObject({
      code: 'locked',
      message: `Cannot change "${file('a')}": process ${pid} has held its lock for 0.05 s`,
      hint: `Try again when process ${pid} is done.`,
    });

    await holder.kill();
    expect(await withFileLocks([file('a')], state, async () => 'in')).toBe('in');
  });

  test('says at once that the process that holds a lock is stopped [PRO-5]', { timeout: 9000 }, async () => {
    const { file, state } = scratch();
    const holder = Child.fixture('hold-lock.mjs', [packaged.bundle, state.stateDir, file('a')]);
    await holder.firstLine();
    const { pid } = holder.process;
    holder.process.kill('SIGSTOP');

    expect(await failure(withFileLocks([file('a')], state, async () => 'in'))).toMatchObject({
      code: 'locked',
      message: `Cannot change "${file('a')}": process ${pid}, which holds its lock, is stopped`,
      hint: `Let it go on by \`kill -CONT ${pid}\`, or end it, then try again.`,
    });

    await holder.kill();
  });

  test('ends a wait that is cancelled', async () => {
    const { file, state } = scratch();
    const cancel = new AbortController();
    await withFileLocks([file('a')], state, async () => {
      const waiting = failure(
        withFileLocks([file('a')], { ...state, signal: cancel.signal }, async () => 'in'),
      );
      cancel.abort();
      expect(await waiting).toMatchObject({ code: 'cancelled' });
    });
    expect(await withFileLocks([file('a')], state, async () => 'in')).toBe('in');
  });

  test('never lets two in while owners are killed and their locks are taken over [PRO-5]', async () => {
    const { file, state, locks } = scratch();
    const enter = () =>
      Child.fixture('enter-and-die.mjs', [packaged.bundle, state.stateDir, file('a')]).exited;
    const codes = await Promise.all(Array.from({ length: 4 }, enter));
    for (let round = 0; round < 4; round++)
      codes.push(...(await Promise.all(Array.from({ length: 4 }, enter))));

    // A killed child has no code; one that found another inside ends with code 1.
    expect(codes.filter((code) => code !== null && code !== 0)).toEqual([]);
    expect(codes).toContain(null);
    expect(existsSync(`${file('a')}.inside`)).toBe(false);
    await withFileLocks([file('a')], state, async () => undefined);
    expect(locks()).toEqual([]);
  });
});
