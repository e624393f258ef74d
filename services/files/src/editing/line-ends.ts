import { type LineEnd, lineEnding } from '@cusp/commit';
import type { Match } from './match/level.ts';
import { NormalizedText } from './match/normalized-text.ts';

const LINE_END = /\r\n|\n/g;

/** A file's text with every line end as `\n`; a text of lone `\r` counts as one with that line end. */
export function normalizeLineEnds(text: string): NormalizedText {
  return NormalizedText.of(text, text.includes('\n') ? /\r\n/g : /\r/g, () => '\n');
}

/** Puts the replacements into the text as it is, with the line ends of what they replace; all else stays. */
export function spliceMatches(raw: string, normalized: NormalizedText, matches: readonly Match[]): string {
  if (raw === normalized.text) return splice(raw, matches);
  return splice(
    raw,
    matches.map((match) => toRaw(raw, normalized, match)),
  );
}

function splice(text: string, matches: readonly Match[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, replacement } of matches) {
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}

function toRaw(raw: string, normalized: NormalizedText, match: Match): Match {
  const start = normalized.toOriginal(match.start) ?? match.start;
  const end = normalized.toOriginal(match.end) ?? match.end;
  const matched = raw.slice(start, end);
  const ends: string[] = matched.match(LINE_END) ?? [];
  const usual = ends[0] ?? lineEndNear(raw, end);
  const isMixed = ends.some((one) => one !== usual);
  return {
    start,
    end,
    replacement: isMixed ? keepLineEnds(matched, match.replacement, usual) : adapt(match.replacement, usual),
  };
}

function adapt(text: string, lineEnd: string): string {
  return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
}

/** The line end of the line at `offset`, else the one that most lines have. */
function lineEndNear(raw: string, offset: number): string {
  const next = /\r\n|\n/.exec(raw.slice(offset, offset + 10_000))?.[0];
  return next ?? (lineEnding(raw)?.style satisfies LineEnd | undefined) ?? '\n';
}

/** Lines that stay at the start and the end keep their own line ends; those between get the usual one. */
function keepLineEnds(matched: string, replacement: string, usual: string): string {
  const old = matched.split(LINE_END);
  const ends = matched.match(LINE_END) ?? [];
  const lines = replacement.split('\n');
  let head = 0;
  while (head < Math.min(old.length, lines.length) && old[head] === lines[head]) head++;
  const lag = old.length - lines.length;
  let tail = lines.length;
  while (tail > head && tail + lag > head && old[tail - 1 + lag] === lines[tail - 1]) tail--;
  const endOf = (line: number) =>
    (line < head ? ends[line] : line >= tail - 1 ? ends[line + lag] : usual) ?? usual;
  return lines.map((line, index) => line + (index < lines.length - 1 ? endOf(index) : '')).join('');
}
