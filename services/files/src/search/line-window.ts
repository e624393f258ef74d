/** A longer line is cut around its match. */
export const MAX_LINE_BYTES = 500;
const BYTES_BEFORE_MATCH = 100;

/** What is kept of a long line that comes in pieces: a window around its match, and how long it is. */
export class LineWindow {
  readonly #from: number;
  readonly #kept: Buffer[] = [];
  #length = 0;

  /** @param column Bytes from the start of the line to the match. */
  constructor(column: number) {
    this.#from = Math.max(0, column - BYTES_BEFORE_MATCH);
  }

  add(piece: Buffer): void {
    const start = Math.max(0, this.#from - this.#length);
    const end = Math.max(0, this.#from + MAX_LINE_BYTES - this.#length);
    if (start < piece.length && start < end) this.#kept.push(Buffer.from(piece.subarray(start, end)));
    this.#length += piece.length;
  }

  /** The window with `…` where something is missing, and the length of the line. */
  text(): string {
    const bytes = Buffer.concat(this.#kept);
    const shown = wholeCharacters(bytes);
    const head = this.#from > 0 ? '…' : '';
    const tail = this.#from + bytes.length < this.#length ? '…' : '';
    return `${head}${shown}${tail} [line of ${this.#length} bytes, cut]`;
  }
}

// A window may begin or end inside a character of several bytes.
function wholeCharacters(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/g, '');
}
