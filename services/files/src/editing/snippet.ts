import type { ReplacedLines } from '../ledger/line-ranges.ts';
import { cutLine, numberLine } from '../reading/page.ts';
import { LinedText } from './lined-text.ts';

const CONTEXT_LINES = 2;
const MAX_PLACES = 3;
const MAX_LINES = 24;

interface Place {
  from: number;
  to: number;
  /** How many replaced stretches are in it. */
  count: number;
}

/** What the first edited places look like now, numbered as Read numbers; long ones without their middle. */
export function showEdited(after: string, replaced: readonly ReplacedLines[]): string {
  const file = new LinedText(after);
  const places = firstPlaces(replaced);
  const left = places.reduce((count, place) => count - place.count, replaced.length);
  const more = left === 1 ? '… and 1 more place' : `… and ${left} more places`;
  const shown = places.map(({ from, to }) => showLines(file, from, to));
  return [...shown, ...(left > 0 ? [more] : [])].join('\n…\n');
}

/** Where the first replaced lines are now, with the lines around them; those that touch are one. */
function firstPlaces(replaced: readonly ReplacedLines[]): Place[] {
  const places: Place[] = [];
  let grown = 0;
  for (const { startLine, endLine, newCount } of replaced) {
    const start = startLine + grown;
    grown += newCount - (endLine - startLine + 1);
    const [from, to] = [start - CONTEXT_LINES, start + newCount - 1 + CONTEXT_LINES];
    const last = places.at(-1);
    if (last && from <= last.to + 1) {
      last.to = to;
      last.count += 1;
    } else {
      if (places.length === MAX_PLACES) return places;
      places.push({ from, to, count: 1 });
    }
  }
  return places;
}

function showLines(file: LinedText, from: number, to: number): string {
  const [first, last] = [Math.max(1, from), Math.min(file.lineCount, to)];
  const count = last - first + 1;
  if (count <= MAX_LINES) return numbered(file, first, last).join('\n');
  const half = MAX_LINES / 2;
  return [
    ...numbered(file, first, first + half - 1),
    `… ${count - MAX_LINES} lines …`,
    ...numbered(file, last - half + 1, last),
  ].join('\n');
}

function numbered(file: LinedText, first: number, last: number): string[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const text = file.line(first + index);
    return numberLine(first + index, cutLine({ text, length: text.length }));
  });
}
