import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectCitations } from './citations.mjs';
import { readFamilies } from './families.mjs';
import { judge } from './judge.mjs';

const REPOSITORY = path.join(import.meta.dirname, '../..');
const TEST_FILE = 'services/files/test/read.test.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'requirements-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function cited(source: string) {
  write(TEST_FILE, source);
  return collectCitations(root).map(({ id }) => id);
}

describe('citations', () => {
  test('are read from titles of tests and suites, tables and templates too', () => {
    expect(
      cited(`
        describe('a suite [A-1]', () => {
          test('one [A-2, B-3a]', { timeout: 1_000 }, () => {});
          test.each([1, 2])('row %i [A-4]', (row: number) => {});
          it(\`counts \${many} [A-5]\`, () => {});
          test.skipIf(process.platform === 'win32')('where it can [A-6]', () => {});
        });`),
    ).toEqual(['A-1', 'A-2', 'B-3a', 'A-4', 'A-5', 'A-6']);
  });

  test('are not read from what runs no test or proves nothing', () => {
    expect(
      cited(`
        // test('in a comment [A-1]', () => {});
        const text = "test('in a string [A-2]', () => {})";
        test.todo('later [A-3]');
        test.fails('a known bug [A-4]', () => {});
        describe.skip('left out [A-5]', () => { test('inside [A-6]', () => {}); });
        test('names [utf-8] and [UTF 8]', () => {});`),
    ).toEqual([]);
  });

  test('come from test files alone, not from packages, builds or fixtures', () => {
    for (const folder of ['node_modules/a', 'shared/a/dist', 'shared/a/test/fixtures']) {
      write(`${folder}/a.test.ts`, "test('a [A-1]', () => {});");
    }
    write('shared/a/src/a.ts', "test('a [A-1]', () => {});");

    expect(collectCitations(root)).toEqual([]);
  });

  test('of a file that cannot be parsed are an error naming it', () => {
    expect(() => cited("test('a [A-1]', () => {")).toThrow(path.join(root, TEST_FILE));
  });
});

describe('judge', () => {
  const ids = { 'A-1': 'The first holds.', 'A-2': 'The second holds.' };

  test('names the file that cites an id no family has', () => {
    const { problems } = judge([{ family: 'a', done: false, ids }], [{ id: 'A-9', file: TEST_FILE }]);

    expect(problems).toEqual([`${TEST_FILE} cites A-9, an id that no family has`]);
  });

  test('names a done id that no test cites, with its sentence', () => {
    const { problems } = judge([{ family: 'a', done: ['A-2'], ids }], []);

    expect(problems).toEqual(['A-2 is done, but no test cites it: The second holds.']);
  });

  test('takes every id of a family that is done as a whole', () => {
    const { problems } = judge([{ family: 'a', done: 'all', ids }], [{ id: 'A-1', file: TEST_FILE }]);

    expect(problems).toEqual(['A-2 is done, but no test cites it: The second holds.']);
  });

  test('names a claim about an id that the family lacks or has not done', () => {
    const partly = { 'A-1': 'half of it' };

    expect(judge([{ family: 'a', done: ['A-3'], partly, ids }], []).problems).toEqual([
      'a says that A-3 is done, but has no such id',
      'a says what stands of A-1, but not that it is done',
    ]);
  });

  test('counts what is cited and keeps what is not', () => {
    const { coverage } = judge([{ family: 'a', done: false, ids }], [{ id: 'A-1', file: TEST_FILE }]);

    expect(coverage).toEqual([
      { family: 'a', cited: 1, total: 2, uncited: [['A-2', 'The second holds.']], partly: [] },
    ]);
  });
});

describe('the report', () => {
  function report() {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(import.meta.dirname, 'report.mjs'), root],
      { encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  }

  beforeEach(() => {
    const family = {
      family: 'a',
      done: ['A-1'],
      partly: { 'A-1': 'half' },
      ids: { 'A-1': 'One.', 'A-2': 'Two.' },
    };
    write('integration-tests/requirements/a.json', JSON.stringify(family));
  });

  test('prints each family with what no test cites, and passes when all that is done is cited', () => {
    write(TEST_FILE, "test('one [A-1]', () => {});");

    expect(report()).toEqual({
      status: 0,
      stdout: 'a: 1 of 2 cited\n  A-2 Two.\n  A-1 is done in part: half\n',
      stderr: '',
    });
  });

  test('fails when a done requirement is uncited', () => {
    expect(report()).toMatchObject({ status: 1, stderr: 'A-1 is done, but no test cites it: One.\n' });
  });
});

describe('the requirements of cusp', () => {
  const families = readFamilies(import.meta.dirname);

  test('have one family each', () => {
    const ids = families.flatMap((family) => Object.keys(family.ids));

    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('are cited where they are done, and every cited one exists', () => {
    expect(judge(families, collectCitations(REPOSITORY)).problems).toEqual([]);
  });
});
