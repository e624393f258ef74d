import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Boundary } from '@cusp/service-kit';
import { escapeControls } from '../reading/show-name.ts';

/** No system takes a longer one. */
const MAX_PATH_LENGTH = 4_096;
const MAX_SUGGESTED = 3;
const MIN_LIKENESS = 0.5;

/** A hint for a path that is not there: the names beside it that are like it, or the nearest directory that is there. */
export async function suggestSiblings(missing: string, boundary: Boundary): Promise<string> {
  if (missing.length > MAX_PATH_LENGTH) return 'Call LS.';
  const parent = path.dirname(missing);
  const names = await readdir(parent).catch(() => undefined);
  if (!names) return parent === missing ? 'Call LS.' : suggestSiblings(parent, boundary);
  const near = nearestNames(path.basename(missing), names);
  if (near.length === 0) return `Call LS on "${escapeControls(boundary.show(parent))}" to see what is there.`;
  return `Did you mean ${near.map((name) => `"${escapeControls(boundary.show(path.join(parent, name)))}"`).join(', ')}?`;
}

/** The few of `names` most like `wanted`: by shared pairs of letters, case aside. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const pairs = letterPairs(wanted);
  return names
    .map((name) => ({ name, likeness: likeness(pairs, letterPairs(name)) }))
    .filter((candidate) => candidate.likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_SUGGESTED)
    .map(({ name }) => name);
}

function letterPairs(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}

function likeness(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
