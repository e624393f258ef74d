import path from 'node:path';
import { type GrepQuery, ripgrepArguments } from './grep-query.ts';
import { MatchCollector, type Totals } from './match-collector.ts';
import { MatchParser } from './match-parser.ts';
import type { MatchRecord } from './match-record.ts';
import { NewestFiles } from './newest-files.ts';
import { PathListParser } from './path-list-parser.ts';
import { readFailures } from './ripgrep-failure.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { SearchBudget } from './search-budget.ts';
import type { SearchTarget } from './search-target.ts';

const MIN_PATH_CHARACTERS = 2;

/** How long the rest is counted once the page is full: in one file all that follows is past the page. */
const COUNTING_MS = { file: 1_000, directory: 2_000 };
/** The newest files may come last. */
const COUNTING_FILES_MS = 10_000;

/** Where and for whom a search runs. */
interface SearchContext {
  cwd: string;
  /** The tag of the run. */
  tag: string;
  signal: AbortSignal;
  answerWithinMs: number | undefined;
}

/** What a search found; paths are absolute or relative to `base`. */
export interface Found {
  base: string;
  /** In the order of the result; in mode `files_with_matches` one of kind `file` each. */
  records: (MatchRecord | FileRecord)[];
  totals: Totals;
  /** What could not be searched, in the engine's words. */
  failures: string[];
  /** Set where the search was stopped before its end; the totals are then at least so many. */
  stoppedAfterMs: number | undefined;
}

export interface FileRecord {
  path: string;
  kind: 'file';
}

interface Collecting {
  push: (chunk: Buffer) => void;
  isFull: () => boolean;
  result: () => Pick<Found, 'records' | 'totals'>;
}

/** @throws ToolError when ripgrep cannot take the query, or is not there. */
export async function searchWithRipgrep(
  query: GrepQuery,
  target: SearchTarget,
  context: SearchContext,
): Promise<Found> {
  const place = placeOf(target, context.cwd);
  const collecting =
    query.mode === 'files_with_matches' ? collectFiles(query, place.cwd) : collectMatches(query);
  const budget = new SearchBudget(context.answerWithinMs, countingMs(query, target), collecting.isFull);
  try {
    const end = await runRipgrep({
      args: ripgrepArguments(query, place.argument),
      cwd: place.cwd,
      tag: context.tag,
      signal: context.signal,
      enough: budget.signal,
      onOutput: (chunk) => {
        collecting.push(chunk);
        budget.check();
      },
    });
    const found = collecting.result();
    const failures = await readFailures(end, query, found.totals.files > 0);
    return { ...found, base: place.cwd, failures, stoppedAfterMs: budget.stoppedAfterMs };
  } finally {
    budget.close();
  }
}

function countingMs({ mode }: GrepQuery, { isDirectory }: SearchTarget): number {
  if (mode !== 'content') return COUNTING_FILES_MS;
  return isDirectory ? COUNTING_MS.directory : COUNTING_MS.file;
}

// Globs with a slash are relative to where rg runs, and what it prints begins with its argument.
function placeOf(
  { path: target, isDirectory }: SearchTarget,
  cwd: string,
): { cwd: string; argument: string } {
  const relative = path.relative(cwd, target);
  if (relative === '') return { cwd, argument: './' };
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  if (!isOutside) return { cwd, argument: `./${relative}` };
  return { cwd: isDirectory ? target : path.dirname(target), argument: target };
}

function collectFiles({ page }: GrepQuery, cwd: string): Collecting {
  const wanted = page.offset + (page.limit || Math.ceil(page.cap / MIN_PATH_CHARACTERS));
  const files = new NewestFiles(wanted);
  const parser = new PathListParser((found) => {
    const shown = withoutDot(found);
    files.add(shown, shown === found ? found : `${cwd}/${shown}`);
  });
  return {
    push: (chunk) => parser.push(chunk),
    isFull: () => files.total >= wanted,
    result: () => ({
      records: files.paths().map((each) => ({ path: each, kind: 'file' })),
      totals: { files: files.total, matches: files.total, lines: files.total },
    }),
  };
}

function collectMatches({ page, onlyMatching }: GrepQuery): Collecting {
  const collector = new MatchCollector(page);
  const parser = new MatchParser(collector, { onlyMatching });
  return {
    push: (chunk) => parser.push(chunk),
    isFull: () => collector.isFull,
    result: () => ({ records: collector.records().map(named), totals: collector.totals }),
  };
}

function named(record: MatchRecord): MatchRecord {
  return { ...record, path: withoutDot(record.path) };
}

function withoutDot(printed: string): string {
  return printed.startsWith('./') ? printed.slice(2) : printed;
}
