import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hashBytes } from '../../src/index.ts';
import { bundlePackage, Child, fixture } from '../child.ts';
import { scratch } from '../scratch.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const outcomesSchema = z.object({
  results: z.array(z.object({ code: z.string(), isNew: z.array(z.boolean()) })),
  left: z.array(z.string()),
});

let packaged: Awaited<ReturnType<typeof bundlePackage>>;
beforeAll(async () => {
  packaged = await bundlePackage();
});
afterAll(() => packaged.remove());

describe('a disk that does not take the change', () => {
  test('when it is full, leaves the old contents and no temporary file [Q-4, FS-8]', async () => {
    const { root, state } = scratch();
    const namespaces = isRoot ? ['-m'] : ['-Urm'];
    const script = 'mount -t tmpfs -o size=100k none "$3" && exec "$0" "$4" "$1" "$2" "$3"';
    const parameters = [process.execPath, packaged.bundle, state.stateDir, root, fixture('overfill.mjs')];
    const child = new Child(['unshare', ...namespaces, 'sh', '-c', script, ...parameters]);

    expect(JSON.parse(await child.output())).toEqual({
      one: 'disk_full',
      several: 'disk_full',
      left: { a: 'old', b: 'old', c: 'old' },
    });
  });

  test('when the state directory is full, refuses a change before it is made, else makes it whole [Q-4, FS-8]', {
    timeout: 60_000,
  }, async () => {
    const { root, state } = scratch();
    mkdirSync(state.stateDir);
    const script = 'mount -t tmpfs -o size=400k none "$2" && exec "$0" "$4" "$1" "$2" "$3"';
    const parameters = [process.execPath, packaged.bundle, state.stateDir, root, fixture('fill-state.mjs')];
    const child = new Child(['unshare', isRoot ? '-m' : '-Urm', 'sh', '-c', script, ...parameters]);

    const { results, left } = outcomesSchema.parse(JSON.parse(await child.output()));
    const codes = new Set(results.map(({ code }) => code));
    expect([...codes].sort()).toEqual(['disk_full', 'done']);
    for (const { code, isNew } of results) expect(new Set(isNew)).toEqual(new Set([code === 'done']));
    expect(left).toEqual(['a', 'b', 'c']);
  });

  test('refuses a file that is larger than the process may write [Q-4]', async () => {
    const { file, state, names } = scratch();
    writeFileSync(file('a'), 'old');
    const script = 'ulimit -f 0; exec "$0" "$@"';
    const parameters = [
      fixture('write-each.mjs'),
      packaged.bundle,
      state.stateDir,
      hashBytes(Buffer.from('old')),
    ];
    const child = new Child(['sh', '-c', script, process.execPath, ...parameters, file('a')]);

    expect(JSON.parse(await child.output())).toEqual(['too_large']);
    expect([readFileSync(file('a'), 'utf8'), names()]).toEqual(['old', ['a']]);
  });

  test('writes a file that is a mount point in place [FS-8]', async () => {
    const { file, state } = scratch();
    writeFileSync(file('mounted'), 'old');
    writeFileSync(file('place'), '');
    const script = 'mount --bind "$4" "$5" && exec "$0" "$1" "$2" "$3" "$6" "$5"';
    const old = hashBytes(Buffer.from('old'));
    const parameters = [process.execPath, fixture('write-each.mjs'), packaged.bundle, state.stateDir];
    const child = new Child([
      ...['unshare', isRoot ? '-m' : '-Urm', 'sh', '-c', script],
      ...[...parameters, file('mounted'), file('place'), old],
    ]);

    expect(JSON.parse(await child.output())).toEqual(['done']);
    expect([readFileSync(file('mounted'), 'utf8'), readFileSync(file('place'), 'utf8')]).toEqual(['new', '']);
  });

  test('writes in place where a directory takes no new file, and refuses a read-only file [Q-4]', async () => {
    const { root, file, state } = scratch();
    mkdirSync(file('closed'));
    writeFileSync(file('closed/open'), 'old', { mode: 0o666 });
    chmodSync(file('closed/open'), 0o666);
    writeFileSync(file('readonly'), 'old', { mode: 0o444 });
    mkdirSync(state.stateDir);
    mkdirSync(file('sealed'), { mode: 0o000 });
    for (const directory of [path.dirname(root), path.dirname(packaged.bundle)]) chmodSync(directory, 0o755);
    chmodSync(file('closed'), 0o555);
    if (isRoot) {
      chownSync(state.stateDir, NOBODY, NOBODY);
      chownSync(root, NOBODY, NOBODY);
    }
    const asNobody = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
    const paths = [file('closed/open'), file('readonly'), file('closed/new'), file('sealed/new')];
    const child = new Child([
      ...asNobody,
      process.execPath,
      fixture('write-each.mjs'),
      packaged.bundle,
      state.stateDir,
      hashBytes(Buffer.from('old')),
      ...paths,
    ]);

    expect(JSON.parse(await child.output())).toEqual([
      'done',
      'access_denied',
      'access_denied',
      'access_denied',
    ]);
    expect([readFileSync(file('closed/open'), 'utf8'), readFileSync(file('readonly'), 'utf8')]).toEqual([
      'new',
      'old',
    ]);
    chmodSync(file('closed'), 0o755);
  });
});
