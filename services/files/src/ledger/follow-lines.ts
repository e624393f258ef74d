import { decodeText } from '@cusp/commit';
import { addRange, covers, type LineRange } from './line-ranges.ts';

/**
 * Where shown lines are after a formatter went over the file: lines before and after what it changed move along; the
 * changed ones count as shown only where all that stood there was, or both neighbours of what was inserted.
 */
export function followLines(shown: readonly LineRange[], before: Uint8Array, after: Uint8Array): LineRange[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, current.length);
  let head = 0;
  while (head < most && old[head] === current[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === current.at(-1 - tail)) tail++;
  const changed = { startLine: head + 1, endLine: old.length - tail };
  const moved = current.length - old.length;
  const kept = shown.flatMap(({ startLine, endLine }) => [
    { startLine, endLine: Math.min(endLine, head) },
    { startLine: Math.max(startLine, changed.endLine + 1) + moved, endLine: endLine + moved },
  ]);
  const isInsertion = changed.endLine < changed.startLine;
  const around = { startLine: Math.max(1, head), endLine: Math.min(old.length, head + 1) };
  const isKnown = covers(shown, isInsertion ? around : changed);
  const known = isKnown ? [{ startLine: head + 1, endLine: current.length - tail }] : [];
  return [...kept, ...known].reduce<LineRange[]>(addRange, []);
}

function linesOf(bytes: Uint8Array): string[] {
  const lines = decodeText(bytes)?.text.split('\n') ?? [];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
