import type { ReplacedLines } from '../ledger/line-ranges.ts';
import type { LinedText } from './lined-text.ts';
import type { Match } from './match/level.ts';

/** Whole lines of a text and what stands in their place. */
export interface Region {
  startLine: number;
  before: string[];
  after: string[];
}

/** More matches than this are past the end of any diff that is shown. */
const MAX_SHOWN_MATCHES = 1_000;

/** The lines that the matches replace, by place, and how many they leave there. */
export function replacedLines(file: LinedText, matches: readonly Match[]): ReplacedLines[] {
  const joined: ReplacedLines[] = [];
  let line = 1;
  for (const { start, end, replacement } of matches) {
    const startLine = file.lineAt(start, line);
    const endLine = file.lineAt(Math.max(start, end - 1), startLine);
    line = file.lineAt(end, endLine);
    const newCount = Math.max(0, endLine + 1 - line + countBreaks(replacement));
    const last = joined.at(-1);
    if (last && startLine <= last.endLine) join(last, { startLine, endLine, newCount });
    else joined.push({ startLine, endLine, newCount });
  }
  return joined;
}

function join(last: ReplacedLines, next: ReplacedLines): void {
  const shared = last.endLine - next.startLine + 1;
  last.newCount = Math.max(0, last.newCount + next.newCount - shared);
  last.endLine = Math.max(last.endLine, next.endLine);
}

/** Whole lines around matches. */
interface Regions {
  /** By place; of many matches those of the first. */
  regions: Region[];
  /** There are more; the last region then ends in `…` where a match may follow. */
  isCut: boolean;
}

/** The whole lines around the matches; matches that share a line share a region. */
export function regionsOf(file: LinedText, matches: readonly Match[]): Regions {
  const groups: Match[][] = [];
  let lastLine = 0;
  for (const match of matches.slice(0, MAX_SHOWN_MATCHES)) {
    if (file.lineAt(match.start) <= lastLine) groups.at(-1)?.push(match);
    else groups.push([match]);
    lastLine = file.lineAt(match.end);
  }
  const isCut = matches.length > MAX_SHOWN_MATCHES;
  const regions = groups.map((group, at) => regionOf(file, group, isCut && at === groups.length - 1));
  return { regions, isCut };
}

function regionOf(file: LinedText, group: readonly Match[], isCut: boolean): Region {
  const startLine = file.lineAt(group[0]?.start ?? 0);
  const start = file.lineStart(startLine);
  const parts: string[] = [];
  let done = start;
  for (const match of group) {
    parts.push(file.text.slice(done, match.start), match.replacement);
    done = match.end;
  }
  const tail = isCut ? '…' : file.text.slice(done, file.lineEnd(file.lineAt(done)));
  const before = file.text.slice(start, done) + tail;
  return { startLine, before: before.split('\n'), after: (parts.join('') + tail).split('\n') };
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
