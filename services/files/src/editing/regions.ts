import type { ReplacedLines } from '../ledger/line-ranges.ts';
import type { LinedText } from './lined-text.ts';
import type { Match } from './match/level.ts';

/** Whole lines of a text and what stands in their place. */
export interface Region {
  startLine: number;
  before: string[];
  after: string[];
}

/** The lines that each match replaces, and how many it leaves there. */
export function replacedLines(file: LinedText, matches: readonly Match[]): ReplacedLines[] {
  const touched = matches.map((match) => {
    const lines = file.linesOf(match);
    const grown = countBreaks(match.replacement) - countBreaks(file.text.slice(match.start, match.end));
    return { ...lines, newCount: Math.max(0, lines.endLine - lines.startLine + 1 + grown) };
  });
  return touched.reduce<ReplacedLines[]>(joinOverlapping, []);
}

/** The whole lines around the matches, by place; matches that share a line share a region. */
export function regionsOf(file: LinedText, matches: readonly Match[]): Region[] {
  const groups: Match[][] = [];
  let lastLine = 0;
  for (const match of matches) {
    if (file.lineAt(match.start) <= lastLine) groups.at(-1)?.push(match);
    else groups.push([match]);
    lastLine = file.lineAt(match.end);
  }
  return groups.map((group) => regionOf(file, group));
}

function regionOf(file: LinedText, group: readonly Match[]): Region {
  const startLine = file.lineAt(group[0]?.start ?? 0);
  const start = file.lineStart(startLine);
  const end = file.lineEnd(file.lineAt(group.at(-1)?.end ?? 0));
  let after = '';
  let done = start;
  for (const match of group) {
    after += file.text.slice(done, match.start) + match.replacement;
    done = match.end;
  }
  after += file.text.slice(done, end);
  return { startLine, before: file.text.slice(start, end).split('\n'), after: after.split('\n') };
}

function joinOverlapping(joined: ReplacedLines[], next: ReplacedLines): ReplacedLines[] {
  const last = joined.at(-1);
  if (!last || next.startLine > last.endLine) return [...joined, next];
  const shared = last.endLine - next.startLine + 1;
  const endLine = Math.max(last.endLine, next.endLine);
  const newCount = Math.max(0, last.newCount + next.newCount - shared);
  return [...joined.slice(0, -1), { startLine: last.startLine, endLine, newCount }];
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
