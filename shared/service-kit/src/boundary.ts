import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { explainSystemError, isSystemError, ToolError } from '@cusp/protocol';
import type { ArtifactStore } from './artifacts.ts';

const MAX_LINKS = 40;
const SHOWN_CHARACTERS = 200;

export interface LocatedPath {
  /** Absolute, as the caller named it. */
  path: string;
  /** With every link resolved; for a path that is not there yet, its nearest existing parent resolved. */
  realPath: string;
  inside: boolean;
}

/**
 * Which files a run may touch: those whose real path lies in its roots, its artifacts, or what was granted for one
 * call.
 */
export class Boundary {
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly #artifacts: ArtifactStore;
  readonly #inside: readonly string[];

  constructor(options: {
    roots: readonly string[];
    cwd: string;
    artifacts: ArtifactStore;
    temporary: string;
  }) {
    this.roots = options.roots;
    this.cwd = options.cwd;
    this.#artifacts = options.artifacts;
    this.#inside = [...options.roots, options.temporary];
  }

  /** The absolute path that a caller means: `~`, a path relative to cwd, or `artifact:<id>`. */
  absolute(named: string): string {
    assertUsable(named);
    const artifact = this.#artifacts.resolve(named);
    if (artifact) return artifact;
    if (named === '~' || named.startsWith('~/')) return path.join(homedir(), named.slice(1));
    return path.resolve(this.cwd, named);
  }

  /** A path as results show it: relative to cwd when inside it. */
  show(absolute: string): string {
    const relative = path.relative(this.cwd, absolute);
    return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
      ? absolute
      : relative || '.';
  }

  contains(realPath: string, grants: readonly string[] = []): boolean {
    return (
      [...this.#inside, ...grants].some((root) => isWithin(root, realPath)) || this.#artifacts.holds(realPath)
    );
  }

  // Synchronous, like all of this: a path costs 10 µs so, and ten times that through the thread pool.
  locate(named: string): LocatedPath {
    const absolute = this.absolute(named);
    const real = this.#realPathOf(absolute, named);
    return { path: absolute, realPath: real, inside: this.contains(real) };
  }

  #realPathOf(absolute: string, named: string): string {
    try {
      return realPathOf(absolute);
    } catch (error) {
      throw explainSystemError(`use the path "${shorten(named)}"`, error);
    }
  }

  /** @throws ToolError for an artifact, which keeps what a call gave. */
  assertWritable(realPath: string, named: string): void {
    if (!this.#artifacts.holds(realPath)) return;
    throw new ToolError('access_denied', `"${named}" is an artifact, which is never changed`, {
      hint: 'Write what you want to keep to a file of the workspace.',
    });
  }

  /** @throws ToolError `outside_workspace` unless the real path is inside or granted. */
  assertInside(realPath: string, named: string, grants: readonly string[] = []): void {
    if (this.contains(realPath, grants)) return;
    throw outsideWorkspace(named, realPath, this.roots);
  }
}

function assertUsable(named: string): void {
  const fault = named.includes('\0') ? 'a NUL byte' : named.isWellFormed() ? undefined : 'half a character';
  if (fault) throw new ToolError('invalid_input', `The path ${JSON.stringify(shorten(named))} has ${fault}`);
}

/** A path as errors show it. */
function shorten(named: string): string {
  return named.length > SHOWN_CHARACTERS ? `${named.slice(0, SHOWN_CHARACTERS)}…` : named;
}

/** The refusal of a path outside the workspace, with the flag that opens it. */
export function outsideWorkspace(named: string, realPath: string, roots: readonly string[]): ToolError {
  const leadsTo = realPath === named ? '' : ` leads to ${shorten(realPath)}, which`;
  return new ToolError(
    'outside_workspace',
    `"${shorten(named)}"${leadsTo} is outside the workspace (${roots.join(', ')})`,
    {
      hint: `Only the person can open it: start cusp with --add-dir ${folderOf(realPath)}`,
    },
  );
}

/** The folder that would have to be opened: the path itself when it is one. */
function folderOf(realPath: string): string {
  try {
    return statSync(realPath).isDirectory() ? realPath : path.dirname(realPath);
  } catch {
    return path.dirname(realPath); // It only words a hint: what cannot be seen is named by its folder.
  }
}

/**
 * The real path of a file, or for one that does not exist, of its nearest existing parent plus the rest; a dangling
 * link is followed to where it would write.
 */
export function realPathOf(absolute: string, linksLeft = MAX_LINKS): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) return absolute;
    const target = linkTarget(absolute);
    const parent = path.dirname(absolute);
    if (target !== undefined && linksLeft > 0) return realPathOf(path.resolve(parent, target), linksLeft - 1);
    return parent === absolute ? absolute : path.join(realPathOf(parent, linksLeft), path.basename(absolute));
  }
}

function linkTarget(absolute: string): string | undefined {
  try {
    return readlinkSync(absolute);
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'EINVAL')) return undefined;
    throw error;
  }
}

function isWithin(root: string, target: string): boolean {
  return target === root || target.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}
