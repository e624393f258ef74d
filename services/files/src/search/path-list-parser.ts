import { StringDecoder } from 'node:string_decoder';

/** Reads paths that each end in a NUL byte, in pieces as they come. */
export class PathListParser {
  readonly #onPath: (path: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(onPath: (path: string) => void) {
    this.#onPath = onPath;
  }

  push(chunk: Buffer): void {
    const paths = (this.#rest + this.#decoder.write(chunk)).split('\0');
    this.#rest = paths.pop() ?? '';
    for (const path of paths) this.#onPath(path);
  }
}
