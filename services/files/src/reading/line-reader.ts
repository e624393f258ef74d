import { TextDecoder } from 'node:util';
import type { EncodingName } from '@cusp/commit';
import { type ReadLine, SHOWN_LENGTH } from './page.ts';

/** Decodes lines that come in pieces; of a long one it keeps what can be shown, and counts the rest. */
export class LineReader {
  readonly #decoder: TextDecoder;
  #text = '';
  #length = 0;
  #last = '';

  constructor(encoding: EncodingName) {
    this.#decoder = new TextDecoder(encoding);
  }

  add(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The line without its line end; the reader then starts with the next. */
  finish(): ReadLine {
    this.#take(this.#decoder.decode());
    const length = this.#last === '\r' ? this.#length - 1 : this.#length;
    const text = this.#text.slice(0, length);
    [this.#text, this.#length, this.#last] = ['', 0, ''];
    return { text, length };
  }

  #take(piece: string): void {
    if (this.#text.length < SHOWN_LENGTH) this.#text += piece.slice(0, SHOWN_LENGTH - this.#text.length);
    this.#length += piece.length;
    this.#last = piece.at(-1) ?? this.#last;
  }
}
