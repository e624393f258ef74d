import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Run, ToolResult } from '@cusp/service-kit';
import { z } from 'zod';
import { defineFilesTool } from '../define.ts';
import { escapeControls, showName } from '../reading/show-name.ts';
import { type FoundFiles, findFiles } from '../search/find-files.ts';
import { type GlobPattern, parseGlob } from '../search/glob-pattern.ts';
import { locateDirectory, type SearchTarget } from '../search/search-target.ts';
import { suggestSiblings } from '../search/suggest-siblings.ts';

const MAX_PATHS = 100;
const MAX_UNREADABLE = 5;
const SKIPPED_DIRECTORIES = ['.git', 'node_modules'];

export const glob = defineFilesTool({
  name: 'Glob',
  title: 'Find files',
  description:
    'Find files by name pattern, newest first, ignored ones too; .git and node_modules only when named. Use Grep to search contents.',
  tier: 'read',
  exposure: 'generic',
  subject: { field: 'path', kind: 'path' },
  view: { kind: 'list', title: '{pattern}' },
  aliases: ['glob', 'find_files'],
  fieldAliases: { directory: 'path', dir_path: 'path' },
  input: z.strictObject({
    pattern: z.string().min(1).describe('Such as src/**/*.{ts,tsx}; *.ts is of that directory only'),
    path: z.string().optional().describe('Directory to search; default cwd'),
  }),
  output: z.object({ paths: z.array(z.string()), total: z.int(), truncated: z.boolean() }),

  async run({ pattern, path: named }, { run, call, signal }) {
    const directory = await locateDirectory(run, named, call.grants);
    const parsed = await parseGlob(pattern);
    const root = rootOf(parsed, directory, run);
    const { realPath } = await run.boundary.locate(root);
    run.boundary.assertInside(realPath, root, call.grants);
    const place = await stat(root).catch(() => undefined);
    if (!place) return nothing(pattern, run, root);
    if (!parsed.hasWildcards) return plainPath(pattern, run, root, place.isFile());
    const skipped = new Set(SKIPPED_DIRECTORIES.filter((name) => !isNamed(name, [pattern, named ?? ''])));
    const found = await findFiles({ root, glob: parsed, skipped, limit: MAX_PATHS, signal });
    return toResult(pattern, run, root, found);
  },
});

function rootOf({ base }: GlobPattern, directory: SearchTarget, run: Run): string {
  return base.startsWith('~') ? run.boundary.absolute(base) : path.resolve(directory.path, base);
}

function isNamed(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.split(/[/{},()|]/).includes(name));
}

async function nothing(pattern: string, run: Run, root: string): Promise<ToolResult> {
  const shown = run.boundary.show(root);
  const hint = await suggestSiblings(root, run.boundary);
  return {
    text: `No files match "${showName(pattern)}": there is no "${showName(shown)}"\n${hint}`,
    structured: { paths: [], total: 0, truncated: false },
  };
}

function plainPath(pattern: string, run: Run, root: string, isFile: boolean): ToolResult {
  const shown = run.boundary.show(root);
  const paths = isFile ? [shown] : [];
  const text = isFile
    ? escapeControls(shown)
    : `No files match "${showName(pattern)}": it is a directory; try "${showName(shown)}/**"`;
  return { text, structured: { paths, total: paths.length, truncated: false } };
}

function toResult(pattern: string, run: Run, root: string, found: FoundFiles): ToolResult {
  const show = (relative: string) => run.boundary.show(path.join(root, relative));
  const paths = found.paths.map(show);
  const truncated = found.total > paths.length;
  const lines = [
    ...(paths.length > 0 ? paths.map(escapeControls) : [`No files match "${showName(pattern)}"`]),
    ...(truncated ? [`… the newest ${paths.length} of ${found.total} files; narrow the pattern`] : []),
    ...describeUnreadable(found.unreadable.map(show)),
  ];
  return { text: lines.join('\n'), structured: { paths, total: found.total, truncated } };
}

function describeUnreadable(directories: readonly string[]): string[] {
  const shown = directories
    .slice(0, MAX_UNREADABLE)
    .map((each) => `Cannot read directory ${escapeControls(each)}`);
  const more = directories.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more that cannot be read`] : shown;
}
