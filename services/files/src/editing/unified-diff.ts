import { type DiffLine, diffLines } from './line-diff.ts';
import type { LinedText } from './lined-text.ts';
import type { Match } from './match/level.ts';
import { type Region, regionsOf } from './regions.ts';

const CONTEXT_LINES = 3;
const MAX_CHARACTERS = 8_000;
const MAX_LINE_LENGTH = 500;
const MORE = '… the diff goes on';

/** A unified diff of what the matches change in `file`, with three lines of context; its end is cut when it is long. */
export function unifiedDiff(file: LinedText, matches: readonly Match[]): string {
  const { regions, isCut } = regionsOf(file, matches);
  const lines: string[] = [];
  let [length, grown] = [0, 0];
  const hunks = groupNear(regions);
  for (const [at, hunk] of hunks.entries()) {
    const isLast = at === hunks.length - 1;
    const shown = hunkLines(file, hunk, { grown, after: isCut && isLast ? 0 : CONTEXT_LINES });
    grown += hunk.reduce((sum, { before, after }) => sum + after.length - before.length, 0);
    for (const line of shown) {
      length += line.length + 1;
      if (length > MAX_CHARACTERS) return [...lines, MORE].join('\n');
      lines.push(line);
    }
  }
  return [...lines, ...(isCut ? [MORE] : [])].join('\n');
}

/** Regions whose contexts touch make one hunk. */
function groupNear(regions: readonly Region[]): Region[][] {
  const groups: Region[][] = [];
  let lastLine = Number.NEGATIVE_INFINITY;
  for (const region of regions) {
    if (region.startLine - lastLine <= 2 * CONTEXT_LINES) groups.at(-1)?.push(region);
    else groups.push([region]);
    lastLine = region.startLine + region.before.length;
  }
  return groups;
}

/** @param options.after Lines of context behind the last region. */
function hunkLines(
  file: LinedText,
  hunk: readonly Region[],
  { grown, after: following }: { grown: number; after: number },
): string[] {
  const [first] = hunk;
  if (!first) return [];
  const pieces: DiffLine[][] = [];
  let next = Math.max(1, first.startLine - CONTEXT_LINES);
  const start = next;
  for (const { startLine, before, after } of hunk) {
    pieces.push(context(file, next, startLine - 1), diffLines(before, after));
    next = startLine + before.length;
  }
  pieces.push(context(file, next, Math.min(file.lineCount, next + following - 1)));
  return withHeader(trimContext(pieces.flat()), start, grown);
}

/** Regions are whole matches, so what is the same in them at either end is context too. */
function trimContext(diff: DiffLine[]): { lines: DiffLine[]; skipped: number } {
  const changed = diff.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const skipped = Math.max(0, (changed[0] ?? 0) - CONTEXT_LINES);
  return { lines: diff.slice(skipped, (changed.at(-1) ?? diff.length) + CONTEXT_LINES + 1), skipped };
}

function withHeader(
  { lines, skipped }: { lines: DiffLine[]; skipped: number },
  start: number,
  grown: number,
): string[] {
  const old = lines.filter(({ sign }) => sign !== '+').length;
  const added = lines.filter(({ sign }) => sign !== '-').length;
  const from = start + skipped;
  return [`@@ -${from},${old} +${from + grown},${added} @@`, ...lines.map(showLine)];
}

function context(file: LinedText, from: number, to: number): DiffLine[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
    sign: ' ',
    text: file.line(from + index),
  }));
}

function showLine({ sign, text }: DiffLine): string {
  return sign + (text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text);
}
