import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isSystemError } from '@cusp/protocol';
import type { GlobPattern } from './glob-pattern.ts';
import { NewestFiles } from './newest-files.ts';

/** The walk is synchronous, which is several times as fast, and lets others run this often. */
const SLICE_MS = 10;

interface FindRequest {
  /** Absolute; where the walk begins. */
  root: string;
  glob: Pick<GlobPattern, 'matches' | 'enters'>;
  /** Names of directories that are not entered. */
  skipped: ReadonlySet<string>;
  /** How many paths are wanted. */
  limit: number;
  signal: AbortSignal;
}

export interface FoundFiles {
  /** Relative to the root; the newest of all, newest first. */
  paths: string[];
  total: number;
  /** Directories that could not be read, relative to the root. */
  unreadable: string[];
}

interface Directory {
  /** Relative to the root, with a slash at its end; `''` for the root. */
  prefix: string;
  depth: number;
}

/** Finds the files below a directory, links to files among them; links to directories are not followed. */
export async function findFiles({ root, glob, skipped, limit, signal }: FindRequest): Promise<FoundFiles> {
  const newest = new NewestFiles(limit);
  const unreadable: string[] = [];
  const waiting: Directory[] = [{ prefix: '', depth: 0 }];
  let sliceEnd = performance.now() + SLICE_MS;
  for (let directory = waiting.pop(); directory; directory = waiting.pop()) {
    const { prefix, depth } = directory;
    for (const entry of readEntries(root, prefix, unreadable)) {
      const relative = prefix + entry.name;
      if (entry.isDirectory()) {
        const isOpen = !skipped.has(entry.name) && glob.enters(entry.name, depth);
        if (isOpen) waiting.push({ prefix: `${relative}/`, depth: depth + 1 });
      } else if (glob.matches(relative) && isFile(entry, root, relative)) {
        newest.add(relative, `${root}/${relative}`);
      }
    }
    if (performance.now() > sliceEnd) {
      await setImmediate();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return { paths: newest.paths(), total: newest.total, unreadable };
}

function readEntries(root: string, prefix: string, unreadable: string[]): Dirent[] {
  try {
    return readdirSync(path.join(root, prefix), { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) unreadable.push(prefix || '.');
    return [];
  }
}

function isFile(entry: Dirent, root: string, relative: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return statSync(`${root}/${relative}`, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
