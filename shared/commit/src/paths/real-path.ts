import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import { unlessMissing } from '../system-calls.ts';

const MAX_LINKS = 40;

/** The names that one path has without links: of the entry itself, and of what it leads to when it is a link. */
export interface RealPath {
  entry: string;
  /** Need not exist. */
  target: string;
  /** Of the target, where it was asked for on the way. */
  stat?: Stats;
}

function realParent(file: string): string {
  const parent = path.dirname(file);
  if (parent === file) return file;
  return (
    unlessMissing(() => realpathSync.native(parent)) ?? path.join(realParent(parent), path.basename(parent))
  );
}

function entryOf(file: string): string {
  return path.join(realParent(file), path.basename(file));
}

function followLinks(entry: string, seen = 0): string {
  const stat = unlessMissing(() => lstatSync(entry));
  if (!stat?.isSymbolicLink()) return entry;
  if (seen === MAX_LINKS)
    throw new ToolError('not_found', `Cannot follow "${entry}": its links go in a circle`);
  return followLinks(entryOf(path.resolve(path.dirname(entry), readlinkSync(entry))), seen + 1);
}

/** Where an absolute path leads, with no link left in it. */
export function realPathOf(file: string): RealPath {
  const stat = unlessMissing(() => lstatSync(file, { throwIfNoEntry: false }));
  if (!stat) return { entry: entryOf(file), target: entryOf(file) };
  if (!stat.isSymbolicLink()) {
    const real = realpathSync.native(file);
    return { entry: real, target: real, stat };
  }
  const entry = entryOf(file);
  return { entry, target: followLinks(entry) };
}
