/** The largest message that either end takes; a longer line closes the connection (PRO-8). */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines. Chunks of one long line are joined once, when its end arrives, so that the cost of
 * a message is linear in its size.
 */
export class JsonLineReader {
  readonly #onLine: (line: string) => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** @throws RangeError when a line grows past MAX_MESSAGE_BYTES. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#flush();
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#pendingBytes += part.length;
    if (this.#pendingBytes > MAX_MESSAGE_BYTES) {
      throw new RangeError(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    }
    this.#pending.push(part);
  }

  #flush(): void {
    const [only] = this.#pending;
    const line = this.#pending.length === 1 && only ? only : Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (line.length > 0) this.#onLine(line.toString('utf8'));
  }
}
