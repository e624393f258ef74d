import path from 'node:path';
import { ToolError } from '@cusp/protocol';
import type { Run } from '@cusp/service-kit';
import { z } from 'zod';
import { defineFilesTool } from '../define.ts';
import { escapeControls, showName } from '../reading/show-name.ts';
import { listTree } from '../search/list-tree.ts';
import { renderTree } from '../search/render-tree.ts';
import { locateDirectory } from '../search/search-target.ts';

const DEFAULT_DEPTH = 2;
const MAX_DEPTH = 20;

export const ls = defineFilesTool({
  name: 'LS',
  title: 'List a directory',
  description: 'List a directory as a tree with sizes. Use Glob to find files by name.',
  tier: 'read',
  exposure: 'generic',
  subject: { field: 'path', kind: 'path' },
  view: { kind: 'list', title: '{path}' },
  aliases: ['ls', 'list_directory', 'list_dir'],
  fieldAliases: { directory: 'path', dir_path: 'path' },
  input: z.strictObject({
    path: z.string().optional().describe('Directory; default cwd'),
    ignore: z.array(z.string()).optional().describe('Glob patterns to leave out'),
    depth: z.int().min(1).max(MAX_DEPTH).optional().describe(`Levels; default ${DEFAULT_DEPTH}`),
  }),
  output: z.object({ entries: z.array(z.string()), total: z.int(), truncated: z.boolean() }),

  async run({ path: named, ignore = [], depth = DEFAULT_DEPTH }, { run, call, signal }) {
    const directory = await locateDirectory(run, named, call.grants);
    const isIgnored = await ignoring(ignore);
    const tree = await listTree({ root: directory.path, depth, isIgnored, signal });
    const shown = run.boundary.show(directory.path);
    if (tree.problem !== '')
      throw new ToolError('access_denied', `Cannot list "${showName(shown)}": ${tree.problem}`);
    const { lines, entries, total } = renderTree(tree);
    const truncated = entries.length < total;
    const head = `${shown === '/' ? '' : escapeControls(shown)}/${total === 0 ? ' (empty)' : ''}`;
    const foot = `… ${entries.length} of ${total} entries; call LS on a directory, or with ignore`;
    return {
      text: [head, ...lines, ...(truncated ? [foot] : [])].join('\n'),
      structured: {
        entries: entries.map((entry) => showEntry(directory.path, entry, run)),
        total,
        truncated,
      },
    };
  },
});

/** Relative to cwd when inside it; the slash of a directory stays. */
function showEntry(directory: string, entry: string, { boundary }: Run): string {
  const shown = boundary.show(path.join(directory, entry));
  return entry.endsWith('/') ? `${shown}/` : shown;
}

/** A pattern without a slash matches names at any depth. */
async function ignoring(patterns: readonly string[]): Promise<(relative: string) => boolean> {
  if (patterns.length === 0) return () => false;
  const { default: picomatch } = await import('picomatch');
  const tests = patterns.map((pattern) => {
    const trimmed = pattern.replace(/^\.\//, '').replace(/(?<=.)\/$/, '');
    try {
      return picomatch(trimmed.includes('/') ? trimmed : `**/${trimmed}`, { dot: true });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ToolError('invalid_input', `LS cannot use the pattern "${showName(pattern)}": ${reason}`, {
        cause,
      });
    }
  });
  return (relative) => tests.some((test) => test(relative));
}
