import { escapeControls } from '../reading/show-name.ts';
import type { TreeEntry } from './list-tree.ts';

const INDENT = '  ';
const UNITS = ['KB', 'MB', 'GB', 'TB'];

interface RenderedTree {
  lines: string[];
  /** Paths of the shown entries, those of directories with a slash at the end. */
  entries: string[];
  /** Entries that were counted, shown or not. */
  total: number;
}

/** The entries below a directory, a line each, and a line for what a cap left out of each directory. */
export function renderTree(directory: TreeEntry, indent = INDENT): RenderedTree {
  const { children = [], count } = directory;
  const result: RenderedTree = { lines: [], entries: [], total: count };
  for (const child of children) {
    const below = renderTree(child, indent + INDENT);
    result.lines.push(indent + renderEntry(child), ...below.lines);
    result.entries.push(child.kind === 'directory' ? `${child.path}/` : child.path, ...below.entries);
    result.total += child.children ? below.total : 0;
  }
  const left = children.length > 0 ? count - children.length : 0;
  if (left > 0)
    result.lines.push(`${indent}… ${left} more in ${escapeControls(directory.path) || 'this directory'}`);
  return result;
}

function renderEntry(entry: TreeEntry): string {
  const name = escapeControls(entry.name);
  switch (entry.kind) {
    case 'directory':
      return `${name}/${describeDirectory(entry)}`;
    case 'link':
      return `${name} -> ${escapeControls(entry.target)}`;
    case 'file':
      return `${name}  ${humanSize(entry.size)}`;
    default:
      return `${name}  (no regular file)`;
  }
}

function describeDirectory({ children, count, problem }: TreeEntry): string {
  if (problem !== '') return ` (${problem})`;
  if (count === 0) return ' (empty)';
  return children && children.length > 0 ? '' : ` (${count} ${count === 1 ? 'entry' : 'entries'})`;
}

function humanSize(bytes: number): string {
  let size = bytes;
  let unit = 'B';
  for (const larger of UNITS) {
    if (size < 1024) break;
    size /= 1024;
    unit = larger;
  }
  return `${size < 10 && unit !== 'B' ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
