import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';

/** A file that is only added to, and kept open for that. */
export class AppendedFile {
  readonly #descriptor: number;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'a', 0o600);
  }

  /** False once it was removed. */
  get isThere(): boolean {
    return fstatSync(this.#descriptor).nlink > 0;
  }

  append(text: string): void {
    writeFileSync(this.#descriptor, text);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
