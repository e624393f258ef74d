import { type DiffLine, diffLines } from '../line-diff.ts';
import type { LinedText } from '../lined-text.ts';
import { findNearest } from './find-nearest.ts';

const MAX_LINES = 30;
const MAX_WIDTH = 200;

/** The nearest text as a diff that turns what was looked for into what is there; undefined where nothing is alike. */
export function showNearest(file: LinedText, wanted: string): string | undefined {
  const nearest = findNearest(file, wanted);
  if (!nearest) return undefined;
  const { startLine, endLine, similarity } = nearest;
  const there = file.text.slice(file.lineStart(startLine), file.lineEnd(endLine)).split('\n');
  const diff = diffLines(wanted.replace(/\n$/, '').split('\n'), there);
  const percent = Math.min(99, Math.round(similarity * 100));
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return [`Nearest: ${lines}, ${percent} % alike (- old_string, + file):`, ...showDiff(diff)].join('\n');
}

function showDiff(diff: DiffLine[]): string[] {
  const shown = diff.slice(0, MAX_LINES).map(({ sign, text }) => sign + cut(text));
  return diff.length > MAX_LINES ? [...shown, `… ${diff.length - MAX_LINES} more lines`] : shown;
}

function cut(text: string): string {
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH)}…` : text;
}
