import { appendRange, type LineRange } from '../ledger/line-ranges.ts';

const NUMBER_WIDTH = 6;
/** A longer line is cut. */
export const MAX_LINE_LENGTH = 2_000;

/** The most of a line that `ReadLine.text` need hold. */
export const SHOWN_LENGTH = MAX_LINE_LENGTH + 1;

/** A line as far as it can be shown, and how many characters it has in all. */
export interface ReadLine {
  text: string;
  length: number;
}

/** Numbered lines that fit into one result. */
export interface Page {
  text: string;
  startLine: number;
  /** The last line shown; before `startLine` when there is none. */
  endLine: number;
  /** The lines that are on it whole. */
  whole: LineRange[];
}

/** What a page may hold: `cap` in characters, `limit` in lines; one line always fits. */
export interface PageSize {
  cap: number;
  limit: number;
}

/** Numbers lines as `cat -n` does until the page is full. */
export class PageWriter {
  readonly #startLine: number;
  readonly #size: PageSize;
  readonly #lines: string[] = [];
  readonly #whole: LineRange[] = [];
  #length = 0;

  constructor(startLine: number, size: PageSize) {
    this.#startLine = startLine;
    this.#size = size;
  }

  get isFull(): boolean {
    return this.#lines.length >= this.#size.limit;
  }

  /** False when the line does not fit any more. */
  add(line: ReadLine): boolean {
    const number = this.#startLine + this.#lines.length;
    const shown = numberLine(number, cutLine(line));
    const length = this.#length + shown.length + 1;
    if (this.isFull || (this.#lines.length > 0 && length > this.#size.cap)) return false;
    this.#lines.push(shown);
    this.#length = length;
    if (line.length <= MAX_LINE_LENGTH) appendRange(this.#whole, { startLine: number, endLine: number });
    return true;
  }

  finish(): Page {
    const endLine = this.#startLine + this.#lines.length - 1;
    return { text: this.#lines.join('\n'), startLine: this.#startLine, endLine, whole: this.#whole };
  }
}

/** A line with its number, as `cat -n` writes it. */
export function numberLine(number: number, text: string): string {
  return `${String(number).padStart(NUMBER_WIDTH)}\t${text}`;
}

/** A line as results show it: cut past 2,000 characters, with a mark that says how long it is. */
export function cutLine({ text, length }: ReadLine): string {
  if (length <= MAX_LINE_LENGTH) return text;
  const cut = text.slice(0, MAX_LINE_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… [line cut: ${length} characters]`;
}
