import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import { expect, test } from 'vitest';
import {
  beforeDirectory,
  commitChanges,
  hashBytes,
  type PlannedChange,
  withFileLocks,
} from '../../src/index.ts';
import type { PutStep } from '../../src/write/step.ts';
import { refuseChangedSince } from '../../src/write/unchanged.ts';
import { Child, fixture } from '../child.ts';
import { failure, scratch } from '../scratch.ts';

const EDITS = 200;
const ATTEMPTS = 300;
/** A line is lost when its writer has opened the file, but not written yet, at the moment of the rename. */
const MOST_LOST = EDITS / 20;

const hash = (text: string) => hashBytes(Buffer.from(text));

function writeOf(file: string, text: string, expected: string | null): PlannedChange {
  return { kind: 'write', path: file, bytes: Buffer.from(text), expected };
}

/** What a step that was planned now would be checked with later. */
function stepOf(file: string): PutStep {
  const current = { stat: statSync(file), hash: hashBytes(readFileSync(file)) };
  const [bytes, hashAfter] = [Buffer.from('new'), hash('new')];
  return {
    ...{ kind: 'put', shown: file, file, target: file, temporary: `${file}.tmp` },
    ...{ bytes, hashAfter, current, like: current.stat },
  };
}

/** Tries so many edits, each of the first line of what the file is then; returns how many were made. */
async function editOften(file: string, state: { stateDir: string; runId: string }): Promise<number> {
  let made = 0;
  for (let attempt = 0; attempt < EDITS; attempt++) {
    const outcome = await withFileLocks([file], state, async (held) => {
      const before = readFileSync(file);
      const text = before.toString().replace(/^edit .*\n/, `edit ${attempt}\n`);
      return await failure(commitChanges([writeOf(file, text, hashBytes(before))], { ...state, held }));
    });
    if (outcome === 'no failure') made++;
    else expect(outcome).toMatchObject({ code: 'changed' });
  }
  return made;
}

test('lines that another program appends meanwhile are not lost [FS-8]', { timeout: 60_000 }, async () => {
  const { file, state } = scratch();
  writeFileSync(file('log'), 'edit none\n');
  const appending = Child.fixture('append-often.mjs', [file('log')]);
  await appending.firstLine();

  const made = await editOften(file('log'), state);
  writeFileSync(file('log.stop'), '');

  const appended = Number((await appending.output()).trim().split('\n').at(-1));
  const lines = readFileSync(file('log'), 'utf8').split('\n');
  const kept = lines.filter((line) => line.startsWith('line ')).length;
  expect(made).toBeGreaterThan(0);
  expect(appended).toBeGreaterThan(MOST_LOST);
  expect(appended - kept).toBeLessThanOrEqual(MOST_LOST);
});

test('a file is refused right before it is replaced when its content, mode or inode is another [FS-8]', async () => {
  const { file } = scratch();
  const changes: ((name: string) => void)[] = [
    (name) => writeFileSync(name, 'other'),
    (name) => writeFileSync(name, 'OLD'),
    (name) => chmodSync(name, 0o600),
  ];
  for (const change of changes) {
    writeFileSync(file('a'), 'old', { mode: 0o644 });
    chmodSync(file('a'), 0o644);
    const step = stepOf(file('a'));
    change(file('a'));
    expect(await failure(refuseChangedSince(step, false))).toMatchObject({ code: 'changed' });
  }

  const touched = stepOf(file('a'));
  writeFileSync(file('a'), readFileSync(file('a')));
  expect(await failure(refuseChangedSince(touched, false))).toBe('no failure');
});

test.each(['replaced', 'overwritten', 'removed', 'one of two'])(
  'a file that is %s keeps what someone else wrote since it was compared, and no trace says otherwise [FS-8, PRO-5]',
  async (how) => {
    const { file, state, names } = scratch();
    for (const name of ['a', 'b']) writeFileSync(file(name), 'old');
    if (how === 'overwritten') linkSync(file('a'), file('second'));
    const before = names();
    const edit = writeOf(file('a'), 'new', hash('old'));
    const remove: PlannedChange = { kind: 'delete', path: file('a'), expected: hash('old') };
    const changes = [how === 'removed' ? remove : edit];
    if (how === 'one of two') changes.unshift(writeOf(file('b'), 'new', hash('old')));
    const check = async (name: string) => {
      if (name === file('a')) appendFileSync(name, ' and more');
    };

    expect(await failure(commitChanges(changes, { ...state, check }))).toMatchObject({ code: 'changed' });

    const images = beforeDirectory(state.stateDir, state.runId);
    const lines = readFileSync(path.join(images, 'index.jsonl'), 'utf8').trimEnd().split('\n');
    expect(readFileSync(file('a'), 'utf8')).toBe('old and more');
    expect(readFileSync(file('b'), 'utf8')).toBe('old');
    expect(names()).toEqual(before);
    expect(readdirSync(images)).toEqual(['index.jsonl']);
    expect(lines.map((line) => JSON.parse(line).undone ?? false)).toEqual(
      changes.length === 2 ? [false, false, true, true] : [false, true],
    );
  },
);

test('a directory that is exchanged with a link leads no write outside, and leaves nothing [FS-8]', {
  timeout: 60_000,
}, async () => {
  const { root, file, state } = scratch();
  const outside = path.join(path.dirname(root), 'outside');
  for (const directory of [file('inside'), outside]) mkdirSync(directory);
  for (const directory of [file('inside'), outside]) writeFileSync(path.join(directory, 'a'), 'generation 0');
  const { ino } = statSync(file('inside'));
  symlinkSync(outside, file('link'));
  const swapping = spawn('python3', [fixture('swap-directory.py'), file('inside'), file('link')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(swapping.stdout, 'data');

  const codes = new Set<string>();
  let generation = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const next = `generation ${generation + 1}`;
    const edit = writeOf(file('inside/a'), next, hash(`generation ${generation}`));
    const more = attempt % 3 === 2 ? [writeOf(file(`inside/deep/${attempt}`), 'x', null)] : [];
    const create = writeOf(file(`inside/new-${attempt}/b`), 'x', null);
    const outcomes = [
      await failure(commitChanges([edit, ...more], state)),
      await failure(commitChanges([create], state)),
    ];
    if (outcomes[0] === 'no failure') generation++;
    for (const outcome of outcomes) codes.add(outcome instanceof ToolError ? outcome.code : String(outcome));
  }
  swapping.stdin.end();
  await once(swapping, 'exit');

  const names = (directory: string) => readdirSync(directory, { recursive: true, encoding: 'utf8' });
  expect(statSync(file('inside')).ino).toBe(ino);
  expect(names(outside)).toEqual(['a']);
  expect(readFileSync(path.join(outside, 'a'), 'utf8')).toBe('generation 0');
  expect(readFileSync(file('inside/a'), 'utf8')).toBe(`generation ${generation}`);
  expect(names(root).filter((name) => name.includes('.cusp-'))).toEqual([]);
  expect([...codes].filter((code) => !['no failure', 'changed', 'not_found'].includes(code))).toEqual([]);
  expect(codes).toContain('no failure');
  expect(codes).toContain('changed');
});
