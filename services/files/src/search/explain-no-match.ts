import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GrepQuery } from './grep-query.ts';
import type { SearchTarget } from './search-target.ts';

const MAX_SHOWN_GLOB = 500;
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];

/** What to say where nothing was found: which files the rules left out, and how a glob was understood. */
export async function explainNoMatch(query: GrepQuery, target: SearchTarget, cwd: string): Promise<string> {
  const hints = [...(await describeSkipped(target)), ...describeGlob(query, target, cwd)];
  return hints.length > 0 ? `No matches\n${hints.join('\n')}` : 'No matches';
}

async function describeSkipped({ path: directory, isDirectory }: SearchTarget): Promise<string[]> {
  if (!isDirectory) return [];
  const names = await namesIn(directory);
  const hidden = names.some(
    (name) => name.startsWith('.') && name !== '.git' && !IGNORE_FILES.includes(name),
  );
  const rules = await findIgnoreFile(directory, names);
  const kinds = [
    ...(hidden ? ['hidden files'] : []),
    ...(rules === undefined ? [] : [`what ${rules} ignores`]),
  ];
  return kinds.length > 0 ? [`Not searched: ${kinds.join(' and ')}; name it in path to search it`] : [];
}

async function findIgnoreFile(directory: string, names: readonly string[]): Promise<string | undefined> {
  const rules = IGNORE_FILES.find((name) => names.includes(name));
  const parent = path.dirname(directory);
  if (rules !== undefined || names.includes('.git') || parent === directory) return rules;
  return findIgnoreFile(parent, await namesIn(parent));
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}

function describeGlob({ glob }: GrepQuery, target: SearchTarget, cwd: string): string[] {
  if (glob === undefined || glob.length > MAX_SHOWN_GLOB || !/^[^*!].*\//.test(glob) || target.path === cwd)
    return [];
  return [`A glob with "/" is relative to ${cwd}; **/${glob.replace(/^\//, '')} matches at any depth`];
}
