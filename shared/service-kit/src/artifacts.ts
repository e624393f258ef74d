import { mkdirSync, statSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, runDirectory, ToolError } from '@cusp/protocol';

const PREFIX = 'artifact:';
const ID_PATTERN = /^([a-z0-9]+)-([a-z]+[0-9]+)$/;

export interface Artifact {
  /** `<run>-<name>`, unique on this machine. */
  id: string;
  path: string;
}

/** The whole outputs of one run's calls, owner-only, readable as `artifact:<id>` wherever a path is. */
export class ArtifactStore {
  readonly directory: string;
  readonly #runId: string;
  readonly #stateDir: string;
  readonly #lastNumbers = new Map<string, number>();

  constructor(stateDir: string, runId: string) {
    this.#stateDir = stateDir;
    this.#runId = runId;
    this.directory = artifactDirectory(stateDir, runId);
  }

  /** A new, empty place; `kind` is a word such as `bash` that makes ids of different writers differ. */
  reserve(kind: string): Artifact {
    const number = (this.#lastNumbers.get(kind) ?? 0) + 1;
    this.#lastNumbers.set(kind, number);
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const name = `${kind}${number}`;
    const file = path.join(this.directory, `${name}.txt`);
    return statSync(file, { throwIfNoEntry: false })
      ? this.reserve(kind)
      : { id: `${this.#runId}-${name}`, path: file };
  }

  async write(kind: string, content: string): Promise<Artifact> {
    const artifact = this.reserve(kind);
    await writeFile(artifact.path, content, { mode: 0o600 });
    return artifact;
  }

  /** True when a real path is the artifact of some run. */
  holds(realPath: string): boolean {
    const [runId = '', folder, file, ...rest] = path
      .relative(runDirectory(this.#stateDir, ''), realPath)
      .split(path.sep);
    return /^[a-z0-9]+$/.test(runId) && folder === 'artifacts' && file !== undefined && rest.length === 0;
  }

  /** The file behind `artifact:<id>`, of this run or an earlier one; undefined when `reference` is no artifact. */
  resolve(reference: string): string | undefined {
    if (!reference.startsWith(PREFIX)) return undefined;
    const id = reference.slice(PREFIX.length);
    const [, runId, name] = ID_PATTERN.exec(id) ?? [];
    const file = runId && path.join(artifactDirectory(this.#stateDir, runId), `${name}.txt`);
    if (file && statSync(file, { throwIfNoEntry: false })) return file;
    throw new ToolError('not_found', `There is no artifact "${id}"`, {
      hint: 'Use an id that a result named; `cusp artifacts` lists them.',
    });
  }
}

/** A run's artifacts, oldest first, with their sizes in bytes. */
export async function listArtifacts(
  stateDir: string,
  runId: string,
): Promise<(Artifact & { bytes: number; modifiedMs: number })[]> {
  const directory = artifactDirectory(stateDir, runId);
  const names = await readdir(directory).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      const { size, mtimeMs } = await stat(file);
      return { id: `${runId}-${path.parse(name).name}`, path: file, bytes: size, modifiedMs: mtimeMs };
    }),
  );
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs);
}

function artifactDirectory(stateDir: string, runId: string): string {
  return path.join(runDirectory(stateDir, runId), 'artifacts');
}
