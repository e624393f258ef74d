const SAMPLE_LINES = 5_000;
const DEFAULT_WIDTH = 4;
const MAX_STEP = 8;

/** What one level of a text's indentation is: a tab, or `width` spaces. */
export interface IndentStyle {
  tabs: boolean;
  width: number;
}

/** Tells the indentation of a text from its first lines. */
export function detectIndent(text: string): IndentStyle {
  const indents = leadingSpaces(text);
  const tabbed = indents.filter((indent) => indent.startsWith('\t')).length;
  const spaced = indents.filter((indent) => indent.startsWith(' ')).length;
  return { tabs: tabbed > spaced, width: commonStep(indents.map(({ length }) => length)) };
}

/** How wide the leading white space of a line is when a tab is as wide as one level. */
export function indentColumns(line: string, width: number): number {
  const indent = leadingSpace(line);
  const tabs = indent.split('\t').length - 1;
  return tabs * width + indent.length - tabs;
}

/** A line's leading white space written anew, `columns` wide, in the characters of a style. */
export function writeIndent(columns: number, { tabs, width }: IndentStyle): string {
  if (!tabs) return ' '.repeat(columns);
  return '\t'.repeat(Math.floor(columns / width)) + ' '.repeat(columns % width);
}

export function leadingSpace(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function leadingSpaces(text: string): string[] {
  const indents: string[] = [];
  for (const [, indent = ''] of text.matchAll(/^([ \t]*)\S/gm)) {
    if (indents.push(indent) === SAMPLE_LINES) break;
  }
  return indents;
}

function commonStep(widths: number[]): number {
  const counts = new Map<number, number>();
  widths.forEach((width, index) => {
    const step = width - (widths[index - 1] ?? 0);
    if (step > 1 && step <= MAX_STEP) counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  const [[step] = [DEFAULT_WIDTH]] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return step;
}
