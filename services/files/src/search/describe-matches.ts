import type { GrepQuery } from './grep-query.ts';
import type { RenderedMatches } from './render-matches.ts';
import type { Found } from './search-with-ripgrep.ts';

const MAX_FAILURES = 5;

/** The lines that follow a result: which part of how much it is, how to go on, and what could not be searched. */
export function describeMatches(found: Found, rendered: RenderedMatches, query: GrepQuery): string[] {
  return [...describeExtent(found, rendered, query), ...describeFailures(found.failures)];
}

function describeExtent(found: Found, { sent, isTruncated }: RenderedMatches, query: GrepQuery): string[] {
  const { totals, stoppedAfterMs } = found;
  const { mode, page } = query;
  const sums = mode === 'count' && totals.files > 0 ? [`Total: ${sum(found)}`] : [];
  if (!isTruncated) return sums;
  const unit = mode === 'content' ? 'lines' : 'files';
  const all = `${stoppedAfterMs === undefined ? '' : 'at least '}${totals.lines}`;
  const stopped =
    stoppedAfterMs === undefined
      ? ''
      : `; the search was stopped after ${(stoppedAfterMs / 1000).toFixed(1)} s: narrow path or glob`;
  if (totals.lines === 0) return [`Not all was searched${stopped}`];
  if (sent.length === 0) return [`No ${unit} at offset ${page.offset}: there are ${all}${stopped}`, ...sums];
  const end = page.offset + sent.length;
  const matches = mode === 'content' ? ` (${sum(found)})` : '';
  const next = end < totals.lines ? `; go on with offset ${end}` : '';
  return [`… ${unit} ${page.offset + 1}-${end} of ${all}${matches}${next}${stopped}`, ...sums];
}

function sum({ totals: { matches, files } }: Found): string {
  return `${matches} ${matches === 1 ? 'match' : 'matches'} in ${files} ${files === 1 ? 'file' : 'files'}`;
}

function describeFailures(failures: readonly string[]): string[] {
  const shown = failures.slice(0, MAX_FAILURES).map((failure) => `Not searched: ${failure}`);
  const more = failures.length - shown.length;
  return more > 0 ? [...shown, `Not searched: ${more} more`] : shown;
}
