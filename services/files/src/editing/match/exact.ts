import { ToolError } from '@cusp/protocol';
import type { LinedText } from '../lined-text.ts';
import { findAll } from './find-normalized.ts';
import type { Level, Match, Wanted } from './level.ts';

export const exact: Level = {
  name: 'exact',
  find: ({ text }, { oldText, newText }) =>
    findAll(text, oldText, (start) => ({ start, end: start + oldText.length, replacement: newText })),
};

/** More would not fit into memory. */
const MAX_MATCHES = 2_000_000;

/**
 * All exact matches, none of which overlaps the one before.
 * @throws ToolError `too_large` where there are too many.
 */
export function findEvery({ text }: LinedText, { oldText, newText }: Wanted): Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf(oldText); start !== -1; ) {
    const end = start + oldText.length;
    if (matches.push({ start, end, replacement: newText }) > MAX_MATCHES) throw tooMany();
    start = text.indexOf(oldText, end);
  }
  return matches;
}

function tooMany(): ToolError {
  return new ToolError('too_large', `old_string is at more than ${MAX_MATCHES} places`, {
    hint: 'Replace it with a program such as sed, through Bash.',
  });
}
