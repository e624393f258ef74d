import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sweepDaily, sweepRuns } from '../src/trace/sweep-runs.ts';
import { test } from './fixtures/toy-run.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Lays the state of a run whose last write was `days` ago. */
function layRun(stateDir: string, id: string, days: number): void {
  const run = path.join(stateDir, 'runs', id);
  mkdirSync(path.join(run, 'artifacts'), { recursive: true });
  writeFileSync(path.join(run, 'trace.jsonl'), '');
  const then = Date.now() / 1_000 - days * DAY_SECONDS;
  for (const name of ['trace.jsonl', 'artifacts', '.']) utimesSync(path.join(run, name), then, then);
}

test('the state of a run goes 30 days after its last write, and no sooner [PIPE-4, PIPE-12]', ({
  folder,
}) => {
  layRun(folder, 'old', 31);
  layRun(folder, 'recent', 29);
  sweepDaily(folder);
  expect(readdirSync(path.join(folder, 'runs'))).toEqual(['recent']);
  layRun(folder, 'old', 31);
  sweepDaily(folder);
  expect(readdirSync(path.join(folder, 'runs'))).toEqual(['old', 'recent']);
  expect(sweepRuns(folder, 0)).toEqual(['old', 'recent']);
});

test('a state directory without runs has nothing to sweep', ({ folder }) => {
  expect(sweepRuns(folder, 30)).toEqual([]);
});
