import { type FileHandle, open } from 'node:fs/promises';
import { explainSystemError } from '@cusp/protocol';
import { closePipe, closeWriteEnds, type KernelPipe, takePipe } from './kernel-pipe.ts';
import { type Relay, relayToFile } from './relay.ts';

interface FileTarget {
  path: string;
  capBytes?: number;
  scratch?: string;
}

/** A file that a child is to write to through a pipe, so that opening its output anew does not empty the file. */
export class FileOutput {
  readonly #target: FileTarget;
  readonly #file: FileHandle;
  readonly #pipe: KernelPipe;

  private constructor(target: FileTarget, file: FileHandle, pipe: KernelPipe) {
    this.#target = target;
    this.#file = file;
    this.#pipe = pipe;
  }

  static async open(target: FileTarget): Promise<FileOutput> {
    const { path, scratch } = target;
    const pipe = await takePipe(scratch);
    try {
      return new FileOutput(target, await open(path, 'a', 0o600), pipe);
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
  startRelay(): Relay {
    closeWriteEnds(this.#pipe);
    return relayToFile(this.#pipe.readEnd, this.#file, this.#target);
  }

  /** To be called instead when there is no child. */
  async close(): Promise<void> {
    closePipe(this.#pipe);
    await this.#file.close();
  }
}
