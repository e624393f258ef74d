import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import type { Boundary } from '@cusp/service-kit';
import { lineSimilarity } from '../editing/nearest/similarity.ts';
import { escapeControls } from './show-name.ts';

const MAX_NAMES = 3;
const MAX_NEIGHBOURS = 5_000;
const MAX_VISITED_DIRECTORIES = 400;
const LEAST_SIMILARITY = 0.5;
const NEVER_VISITED = new Set(['node_modules', '.git']);

/** The error for a file that is not there, with the names that come nearest. */
export function missingFile(absolute: string, name: string, boundary: Boundary): ToolError {
  const near = [...new Set([...neighbours(absolute), ...namesakes(absolute, boundary)])].slice(0, MAX_NAMES);
  const shown = near.map((file) => `"${escapeControls(boundary.show(file))}"`);
  return new ToolError('not_found', `"${name}" does not exist`, {
    hint: shown.length > 0 ? `Did you mean ${shown.join(' or ')}?` : 'Call Glob to find the file.',
  });
}

/** Entries of the same directory with a similar name, most similar first. */
function neighbours(absolute: string): string[] {
  const { dir, base } = path.parse(absolute);
  return entriesOf(dir)
    .slice(0, MAX_NEIGHBOURS)
    .map(({ name }) => ({ file: path.join(dir, name), alike: nameSimilarity(base, name) }))
    .filter(({ alike }) => alike >= LEAST_SIMILARITY)
    .sort((a, b) => b.alike - a.alike)
    .map(({ file }) => file);
}

/** Without its extension a name counts as well: `a.js` is near `a.ts`. */
function nameSimilarity(wanted: string, name: string): number {
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  if (a === b) return 1;
  const [stemA, stemB] = [path.parse(a).name, path.parse(b).name];
  return stemA === stemB ? 0.9 : Math.max(lineSimilarity(a, b), lineSimilarity(stemA, stemB) * 0.9);
}

/** Files of the same name elsewhere in the roots, nearest to the top first. */
function namesakes(absolute: string, { roots }: Boundary): string[] {
  const base = path.basename(absolute);
  const found: string[] = [];
  const waiting = [...roots];
  for (let visited = 0; visited < MAX_VISITED_DIRECTORIES && found.length < MAX_NAMES; visited++) {
    const directory = waiting.shift();
    if (directory === undefined) break;
    for (const entry of entriesOf(directory)) {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory() && !NEVER_VISITED.has(entry.name)) waiting.push(file);
      else if (entry.isFile() && entry.name === base) found.push(file);
    }
  }
  return found;
}

/** Suggestions are a courtesy: a directory that cannot be listed has none. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
