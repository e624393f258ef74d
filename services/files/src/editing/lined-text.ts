import { detectIndent, type IndentStyle } from './match/indent-style.ts';

/** A text with `\n` line ends whose lines can be asked for by number; lines count from 1. */
export class LinedText {
  readonly text: string;
  #starts: number[] | undefined;
  #indent: IndentStyle | undefined;

  /** @param indent Of the whole file, where the text is a part of one. */
  constructor(text: string, indent?: IndentStyle) {
    this.text = text;
    this.#indent = indent;
  }

  /** How many lines `cat -n` would number. */
  get lineCount(): number {
    return this.text === '' || this.text.endsWith('\n')
      ? this.#lineStarts.length - 1
      : this.#lineStarts.length;
  }

  get indent(): IndentStyle {
    this.#indent ??= detectIndent(this.text);
    return this.#indent;
  }

  /** @param near A line that is likely the same, or the one before. */
  lineAt(offset: number, near = 1): number {
    const starts = this.#lineStarts;
    const [start = 0, next = offset + 1, second = offset + 1] = [
      starts[near - 1],
      starts[near],
      starts[near + 1],
    ];
    if (start <= offset && offset < second) return offset < next ? near : near + 1;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The offset of a line's first character; of the end of the text past the last line. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  /** The offset of a line's end, before its line end. */
  lineEnd(line: number): number {
    const next = this.#lineStarts[line];
    return next === undefined ? this.text.length : next - 1;
  }

  line(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineEnd(line));
  }

  /** The first and last line that a stretch touches. */
  linesOf({ start, end }: { start: number; end: number }): { startLine: number; endLine: number } {
    return { startLine: this.lineAt(start), endLine: this.lineAt(Math.max(start, end - 1)) };
  }

  get #lineStarts(): number[] {
    this.#starts ??= findLineStarts(this.text);
    return this.#starts;
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
