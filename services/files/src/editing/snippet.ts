import type { ReplacedLines } from '../ledger/line-ranges.ts';
import { cutLine, numberLine } from '../reading/page.ts';
import { LinedText } from './lined-text.ts';

const CONTEXT_LINES = 2;
const MAX_PLACES = 3;
const MAX_LINES = 24;

/** What the first edited places look like now, numbered as Read numbers; long ones without their middle. */
export function showEdited(after: string, replaced: readonly ReplacedLines[]): string {
  const file = new LinedText(after);
  let grown = 0;
  const places = replaced.slice(0, MAX_PLACES).map(({ startLine, endLine, newCount }) => {
    const start = startLine + grown;
    grown += newCount - (endLine - startLine + 1);
    return showLines(file, start - CONTEXT_LINES, start + newCount - 1 + CONTEXT_LINES);
  });
  const left = replaced.length - places.length;
  return [...places, ...(left > 0 ? [`… and ${left} more places`] : [])].join('\n…\n');
}

function showLines(file: LinedText, from: number, to: number): string {
  const [first, last] = [Math.max(1, from), Math.min(file.lineCount, to)];
  const count = last - first + 1;
  const numbers = Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  const shown = numbers.map((number) => {
    const text = file.line(number);
    return numberLine(number, cutLine({ text, length: text.length }));
  });
  if (count <= MAX_LINES) return shown.join('\n');
  const half = MAX_LINES / 2;
  return [...shown.slice(0, half), `… ${count - MAX_LINES} lines …`, ...shown.slice(-half)].join('\n');
}
