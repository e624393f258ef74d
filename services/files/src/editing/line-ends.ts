import { type LineEnd, lineEnding } from '@cusp/commit';
import type { Match } from './match/level.ts';
import { NormalizedText } from './match/normalized-text.ts';

const LINE_END = /\r\n|\n/g;
const MAX_LOOK_AHEAD = 10_000;

/** A file's text with every line end as `\n`; a text of lone `\r` counts as one with that line end. */
export function normalizeLineEnds(text: string): NormalizedText {
  return NormalizedText.of(text, text.includes('\n') ? /\r\n/g : /\r/g, () => '\n');
}

/** Puts the replacements into the text as it is, with the line ends of what they replace; all else stays. */
export function spliceMatches(raw: string, normalized: NormalizedText, matches: readonly Match[]): string {
  if (raw === normalized.text) return splice(raw, matches);
  const usual = usualLineEnd(raw);
  return splice(
    raw,
    matches.map((match) => toRaw(raw, normalized, match, usual)),
  );
}

function splice(text: string, matches: readonly Match[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, replacement } of matches) {
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function toRaw(raw: string, normalized: NormalizedText, match: Match, most: () => string): Match {
  const start = normalized.toOriginal(match.start) ?? match.start;
  const end = normalized.toOriginal(match.end) ?? match.end;
  if (!match.replacement.includes('\n')) return { start, end, replacement: match.replacement };
  const matched = raw.slice(start, end);
  const ends: string[] = matched.match(LINE_END) ?? [];
  const usual = ends[0] ?? lineEndNear(raw, end) ?? most();
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

/** The line end of the line at `offset`; undefined where that is far away. */
function lineEndNear(raw: string, offset: number): string | undefined {
  const next = raw.slice(offset, offset + MAX_LOOK_AHEAD).indexOf('\n');
  if (next === -1) return undefined;
  return next > 0 && raw[offset + next - 1] === '\r' ? '\r\n' : '\n';
}

/** The line end that most lines have, found out once. */
function usualLineEnd(raw: string): () => string {
  let usual: string | undefined;
  return () => {
    usual ??= (lineEnding(raw)?.style satisfies LineEnd | undefined) ?? '\n';
    return usual;
  };
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
