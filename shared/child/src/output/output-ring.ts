import { withoutCutEnd, withoutCutStart } from './utf8-edges.ts';

export interface OutputRingOptions {
  /** How many bytes are kept in all. */
  bytes: number;
  /** Half of the bytes for the start and half for the end, or all for the end. */
  keep?: 'head and tail' | 'tail';
}

/** The start and the end of a stream of bytes, or its end alone, in bounded memory. */
export class OutputRing {
  readonly #head: Buffer;
  readonly #tail: Buffer;
  #headLength = 0;
  #tailWritten = 0;

  constructor({ bytes, keep = 'head and tail' }: OutputRingOptions) {
    const headBytes = keep === 'tail' ? 0 : Math.floor(bytes / 2);
    // Not zeroed: the system gives memory only for pages that are written.
    this.#head = Buffer.allocUnsafeSlow(headBytes);
    this.#tail = Buffer.allocUnsafeSlow(bytes - headBytes);
  }

  /** Bytes that were left out so far. */
  get droppedBytes(): number {
    return Math.max(0, this.#tailWritten - this.#tail.length);
  }

  write(chunk: Buffer): void {
    const taken = chunk.copy(this.#head, this.#headLength);
    this.#headLength += taken;
    this.#writeTail(chunk.subarray(taken));
  }

  /** What is kept as text; what was left out between head and tail is said by a line of its own. */
  text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    if (this.droppedBytes === 0) return withoutCutEnd(Buffer.concat([head, this.#tailBytes()])).toString();
    const tail = withoutCutEnd(withoutCutStart(this.#tailBytes())).toString();
    if (head.length === 0) return tail;
    return `${withoutCutEnd(head)}\n… ${this.droppedBytes} bytes left out …\n${tail}`;
  }

  #writeTail(chunk: Buffer): void {
    const size = this.#tail.length;
    const kept = chunk.subarray(Math.max(0, chunk.length - size));
    const at = size === 0 ? 0 : (this.#tailWritten + chunk.length - kept.length) % size;
    const taken = kept.copy(this.#tail, at);
    kept.copy(this.#tail, 0, taken);
    this.#tailWritten += chunk.length;
  }

  #tailBytes(): Buffer {
    if (this.droppedBytes === 0) return this.#tail.subarray(0, this.#tailWritten);
    const oldest = this.#tailWritten % Math.max(1, this.#tail.length);
    return Buffer.concat([this.#tail.subarray(oldest), this.#tail.subarray(0, oldest)]);
  }
}
