import type { LinedText } from '../lined-text.ts';
import { findAll } from './find-normalized.ts';
import type { Level, Match, Wanted } from './level.ts';

export const exact: Level = {
  name: 'exact',
  find: ({ text }, { oldText, newText }) =>
    findAll(text, oldText).map((start) => ({ start, end: start + oldText.length, replacement: newText })),
};

/** All exact matches, none of which overlaps the one before. */
export function findEvery({ text }: LinedText, { oldText, newText }: Wanted): Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf(oldText); start !== -1; ) {
    const end = start + oldText.length;
    matches.push({ start, end, replacement: newText });
    start = text.indexOf(oldText, end);
  }
  return matches;
}
