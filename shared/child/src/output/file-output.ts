import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { explainSystemError } from '@cusp/protocol';
import { closePipe, closeWriteEnds, type KernelPipe, takePipe } from './kernel-pipe.ts';
import { relayToFile } from './relay.ts';

/** A file that a child is to write to through a pipe, so that opening its output anew does not empty the file. */
export class FileOutput {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #pipe: KernelPipe;

  private constructor(path: string, file: FileHandle, pipe: KernelPipe) {
    this.#path = path;
    this.#file = file;
    this.#pipe = pipe;
  }

  static async open(path: string): Promise<FileOutput> {
    const pipe = await takePipe();
    try {
      return new FileOutput(path, await open(path, 'a', 0o600), pipe);
    } catch (error) {
      closePipe(pipe);
      throw explainSystemError(`open "${path}" for output`, error);
    }
  }

  /** The descriptors that the child is given as stdout and stderr. */
  get writeEnds(): KernelPipe['writeEnds'] {
    return this.#pipe.writeEnds;
  }

  /** To be called once the child has the pipe. */
  startRelay(): Readable {
    closeWriteEnds(this.#pipe);
    return relayToFile(this.#pipe.readEnd, this.#file, this.#path);
  }

  /** To be called instead when there is no child. */
  async close(): Promise<void> {
    closePipe(this.#pipe);
    await this.#file.close();
  }
}
