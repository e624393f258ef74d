import type { Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { explainSystemError } from '@cusp/protocol';
import { compareBytes } from './byte-order.ts';

const MAX_ENTRIES = 500;
/** Of a directory below the one that was asked for. */
const MAX_PER_DIRECTORY = 100;
const COLLAPSED = new Set(['.git', 'node_modules']);

export interface TreeEntry {
  name: string;
  /** Relative to the listed directory. */
  path: string;
  kind: 'file' | 'directory' | 'link' | 'other';
  /** Bytes; of a file. */
  size: number;
  /** Where a link leads, as it is written. */
  target: string;
  /** Of a directory; undefined where only `count` is known. */
  children: TreeEntry[] | undefined;
  /** How many entries a directory has, ignored ones aside. */
  count: number;
  /** Why a directory cannot be read. */
  problem: string;
}

interface TreeRequest {
  root: string;
  depth: number;
  /** Tests a path relative to the root. */
  isIgnored: (relative: string) => boolean;
  signal: AbortSignal;
}

/** A directory level by level, each as far as the caps allow; links are shown and never followed. */
export async function listTree({ root, depth, isIgnored, signal }: TreeRequest): Promise<TreeEntry> {
  const top = await readEntry(path.dirname(root), path.basename(root), '');
  const tree: TreeEntry = { ...top, kind: 'directory' };
  let level = [tree];
  let room = MAX_ENTRIES;
  for (let below = 1; level.length > 0; below++) {
    const next: TreeEntry[] = [];
    for (const directory of level) {
      signal.throwIfAborted();
      const names = await readNames(root, directory, isIgnored);
      if (!names || !isExpanded(directory, below, depth)) continue;
      const most = below === 1 ? room : Math.min(room, MAX_PER_DIRECTORY);
      directory.children = await readChildren(root, directory, names.slice(0, most));
      room -= directory.children.length;
      next.push(...directory.children.filter(({ kind }) => kind === 'directory'));
    }
    level = next;
  }
  return tree;
}

function isExpanded({ name }: TreeEntry, below: number, depth: number): boolean {
  return below === 1 || (below <= depth && !COLLAPSED.has(name));
}

async function readNames(
  root: string,
  directory: TreeEntry,
  isIgnored: (relative: string) => boolean,
): Promise<string[] | undefined> {
  try {
    const names = await readdir(path.join(root, directory.path));
    const listed = names.filter((name) => !isIgnored(path.join(directory.path, name))).sort(compareBytes);
    directory.count = listed.length;
    return listed;
  } catch (error) {
    const explained = explainSystemError('read it', error);
    directory.problem = explained instanceof Error ? explained.message : String(explained);
    return undefined;
  }
}

async function readChildren(
  root: string,
  { path: parent }: TreeEntry,
  names: string[],
): Promise<TreeEntry[]> {
  return Promise.all(names.map((name) => readEntry(path.join(root, parent), name, path.join(parent, name))));
}

async function readEntry(directory: string, name: string, relative: string): Promise<TreeEntry> {
  const absolute = path.join(directory, name);
  const stats = await lstat(absolute).catch(() => undefined);
  const kind = stats ? kindOf(stats) : 'other';
  const target = kind === 'link' ? await readlink(absolute).catch(() => '?') : '';
  const size = stats?.size ?? 0;
  return { name, path: relative, kind, size, target, children: undefined, count: 0, problem: '' };
}

function kindOf(stats: Stats): TreeEntry['kind'] {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}
