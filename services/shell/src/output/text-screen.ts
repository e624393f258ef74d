// A jump farther than any terminal is wide is no layout, and would fill memory with blanks.
const MAX_JUMP = 1_000;

/** Lines without end and a cursor: as much of a terminal as progress bars use. Nothing is scrolled off or cleared. */
export class TextScreen {
  readonly #lines: string[] = [''];
  #row = 0;
  #column = 0;

  get text(): string {
    return this.#lines.join('\n');
  }

  write(text: string): void {
    const line = this.#line.padEnd(this.#column);
    const end = this.#column + text.length;
    this.#line =
      this.#column === line.length ? line + text : line.slice(0, this.#column) + text + line.slice(end);
    this.#column = end;
  }

  newLine(): void {
    this.#row += 1;
    if (this.#row === this.#lines.length) this.#lines.push('');
    this.#column = 0;
  }

  toColumn(column: number): void {
    this.#column = Math.max(0, Math.min(column, this.#line.length + MAX_JUMP));
  }

  left(by: number): void {
    this.toColumn(this.#column - by);
  }

  /** Obeys a CSI sequence by its final letter; those that only colour, or clear a whole screen, do nothing. */
  control(final: string, parameter: number): void {
    const times = parameter || 1;
    if (final === 'A' || final === 'F') this.#toRow(this.#row - times);
    else if (final === 'B' || final === 'E') this.#toRow(this.#row + times);
    else if (final === 'C') this.toColumn(this.#column + times);
    else if (final === 'D') this.left(times);
    else if (final === 'G') this.toColumn(times - 1);
    else if (final === 'K') this.#erase(parameter || 0);
    if (final === 'E' || final === 'F') this.#column = 0;
  }

  #toRow(row: number): void {
    this.#row = Math.max(0, Math.min(row, this.#lines.length - 1));
  }

  #erase(part: number): void {
    const rest = part === 0 ? '' : this.#line.slice(this.#column);
    const start = part === 0 ? this.#line.slice(0, this.#column) : ' '.repeat(this.#column);
    this.#line = part === 2 ? '' : start + rest;
  }

  get #line(): string {
    return this.#lines[this.#row] ?? '';
  }

  set #line(line: string) {
    this.#lines[this.#row] = line;
  }
}
