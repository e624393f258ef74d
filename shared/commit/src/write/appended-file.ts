import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { flush } from './write-bytes.ts';

/** A file of lines that is only added to, and kept open for that. */
export class AppendedFile {
  readonly #descriptor: number;
  /** A full disk may have taken only a part of the text before. */
  #isCut = false;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'a', 0o600);
  }

  /** False once it was removed. */
  get isThere(): boolean {
    return fstatSync(this.#descriptor).nlink > 0;
  }

  append(text: string): void {
    const wasCut = this.#isCut;
    this.#isCut = true;
    writeFileSync(this.#descriptor, wasCut ? `\n${text}` : text);
    this.#isCut = false;
  }

  async flush(): Promise<void> {
    await flush(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
