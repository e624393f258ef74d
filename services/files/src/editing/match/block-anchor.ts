import type { LinedText } from '../lined-text.ts';
import { indentColumns } from './indent-style.ts';
import type { Level } from './level.ts';
import { NormalizedText } from './normalized-text.ts';
import { findWholeLines } from './whole-lines.ts';

const LEAST_LINES = 3;

/** Line ends with all white space around them, and white space at either end of the text. */
const OUTER_SPACE = /(?<![ \t\n])[ \t]*\n[ \t\n]*|^[ \t]+|(?<![ \t])[ \t]+$/g;

/**
 * First and last line equal; between them the same lines in the same order, blank ones left out and white space
 * around them disregarded, all of them moved alike by up to one level of indentation.
 */
export const blockAnchor: Level = {
  name: 'block-anchor',
  find(file, { oldText, newText }) {
    const oldLines = filledLines(oldText);
    if (oldLines.length < LEAST_LINES) return [];
    return findWholeLines(file, oldText, dropBlankLines, ({ start, end }) => {
      const isSame = isSameBlock(filledLines(file.text.slice(start, end)), oldLines, file);
      return isSame ? { start, end, replacement: newText } : undefined;
    });
  },
};

function dropBlankLines(text: string): NormalizedText {
  return NormalizedText.of(text, OUTER_SPACE, (run) => (run.includes('\n') ? '\n' : ''));
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isSameBlock(matched: string[], old: string[], { indent: { width } }: LinedText): boolean {
  const shifts = matched.map(
    (line, index) => indentColumns(line, width) - indentColumns(old[index] ?? '', width),
  );
  const [first = 0] = shifts.slice(1, -1);
  const areAlike = shifts.slice(1, -1).every((shift) => shift === first) && Math.abs(first) <= width;
  return areAlike && isSameLine(matched[0], old[0]) && isSameLine(matched.at(-1), old.at(-1));
}

function isSameLine(line = '', old = ''): boolean {
  return line.trimEnd() === old.trimEnd();
}
