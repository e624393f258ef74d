import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isSystemError, ToolError } from '@cusp/protocol';
import { unlessMissing } from '../system-calls.ts';

/** Linux opens with it what one may search but not list; Node does not name it. */
const O_PATH = 0o10000000;
const DESCRIPTORS = '/proc/self/fd';

let hasDescriptorPaths: boolean | undefined;

/**
 * A directory that is held open: what is done by its `entry` paths is done in it, whatever its own path has come to
 * lead to. Where the system has no paths by descriptor, its path is only checked when it is opened.
 */
export class PinnedDirectory {
  readonly #base: string;
  readonly #descriptor: number | undefined;

  /**
   * @param directory A real path.
   * @throws ToolError `changed` when a part of it is a link by now.
   */
  constructor(directory: string) {
    hasDescriptorPaths ??= process.platform === 'linux' && existsSync(DESCRIPTORS);
    this.#descriptor = hasDescriptorPaths ? openWithoutLink(directory) : undefined;
    this.#base = this.#descriptor === undefined ? directory : `${DESCRIPTORS}/${this.#descriptor}`;
    if (this.#realPath === directory) return;
    this.close();
    throw replaced(directory);
  }

  get #realPath(): string {
    return this.#descriptor === undefined ? realpathSync.native(this.#base) : readlinkSync(this.#base);
  }

  /** The path by which to reach an entry of it. */
  entry(name: string): string {
    return `${this.#base}${path.sep}${name}`;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

function openWithoutLink(directory: string): number {
  try {
    return openSync(directory, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const isFile = unlessMissing(() => lstatSync(directory))?.isFile();
    if (isSystemError(error, 'ENOTDIR') && !isFile) throw replaced(directory);
    throw error;
  }
}

class ReplacedPath extends ToolError {}

/** What a caller judged is not what would be written. */
export function replaced(file: string): ToolError {
  return new ReplacedPath('changed', `Cannot change "${file}": a part of its path was replaced by a link`, {
    hint: 'Look where it leads, then try again by that path.',
  });
}

export function isReplaced(error: unknown): boolean {
  return error instanceof ReplacedPath;
}

/** Runs `work` with the path of a file that reaches it in the directory that its path names now. */
export function withPinned<T>(file: string, work: (reached: string) => T): T {
  const directory = new PinnedDirectory(path.dirname(file));
  try {
    return work(directory.entry(path.basename(file)));
  } finally {
    directory.close();
  }
}
