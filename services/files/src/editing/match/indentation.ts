import type { LinedText } from '../lined-text.ts';
import { type IndentStyle, indentColumns, leadingSpace, writeIndent } from './indent-style.ts';
import type { Level, Wanted } from './level.ts';
import { NormalizedText } from './normalized-text.ts';
import { findWholeLines } from './whole-lines.ts';

/** Widths that a level of a tabbed file may have where the caller typed spaces. */
const TYPED_WIDTHS = [4, 2, 3];

/** White space at either end of a line. */
const OUTER_SPACE = /(?<![^\n])[ \t]+|(?<![ \t])[ \t]+(?![^\n])/g;

/** Indentation may be of another kind, and off by one level for all lines alike; the new text is indented anew. */
export const indentation: Level = {
  name: 'indentation',
  find: (file, wanted) =>
    findWholeLines(file, wanted.oldText, stripLines, ({ start, end }) => {
      const matched = file.text.slice(start, end);
      const style = styleOf(matched, file, wanted);
      const shift = uniformShift(matched, wanted.oldText, style);
      const replacement = shift === undefined ? undefined : indentAnew(wanted.newText, shift, style);
      return replacement === undefined ? undefined : { start, end, replacement };
    }),
};

function stripLines(text: string): NormalizedText {
  return NormalizedText.of(text, OUTER_SPACE, () => '');
}

/** The characters that the matched lines are indented with, in levels as wide as the file's. */
function styleOf(matched: string, { indent }: LinedText, { oldText, newText }: Wanted): IndentStyle {
  const tabs = /^\t/m.test(matched) || (indent.tabs && !/^ /m.test(matched));
  return { tabs, width: tabs ? typedWidth(`${oldText}\n${newText}`) : indent.width };
}

function typedWidth(typed: string): number {
  const widths = typed.split('\n').flatMap((line) => {
    const indent = leadingSpace(line);
    return indent.length > 1 && !indent.includes('\t') ? [indent.length] : [];
  });
  return TYPED_WIDTHS.find((width) => widths.every((typedOne) => typedOne % width === 0)) ?? 4;
}

/** By how many columns all lines are moved; undefined when they differ, or move by more than one level. */
function uniformShift(matched: string, oldText: string, style: IndentStyle): number | undefined {
  const shifts = new Set(lineShifts(matched.split('\n'), oldText.split('\n'), style.width));
  const [shift = 0] = shifts;
  const fits = shifts.size === 1 && Math.abs(shift) <= style.width;
  return fits && (!style.tabs || shift % style.width === 0) ? shift : undefined;
}

function lineShifts(fileLines: string[], oldLines: string[], width: number): number[] {
  return fileLines.flatMap((line, index) => {
    const old = oldLines[index] ?? '';
    return line.trim() === '' ? [] : [indentColumns(line, width) - indentColumns(old, width)];
  });
}

/** Undefined where a line has not the indentation that is to be taken away. */
function indentAnew(text: string, shift: number, style: IndentStyle): string | undefined {
  const lines = text.split('\n').map((line) => {
    const columns = indentColumns(line, style.width) + shift;
    if (line.trim() === '') return line;
    return columns < 0 ? undefined : writeIndent(columns, style) + line.slice(leadingSpace(line).length);
  });
  return lines.includes(undefined) ? undefined : lines.join('\n');
}
