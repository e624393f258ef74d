import { ToolError } from '@cusp/protocol';
import type { ToolResult } from '@cusp/service-kit';
import { z } from 'zod';
import { defineFilesTool, type FilesContext } from '../define.ts';
import { describeMatches } from '../search/describe-matches.ts';
import { explainNoMatch } from '../search/explain-no-match.ts';
import type { GrepQuery } from '../search/grep-query.ts';
import { noteSentLines } from '../search/note-sent-lines.ts';
import { type RenderedMatches, renderMatches } from '../search/render-matches.ts';
import { locateTarget, type SearchTarget } from '../search/search-target.ts';
import { type Found, searchWithRipgrep } from '../search/search-with-ripgrep.ts';

const DEFAULT_HEAD_LIMIT = 250;
const WHOLE_LIST_CHARACTERS = 8_000_000;
const MAX_ARGUMENT_BYTES = 65_536;

const count = z.int().min(0).max(1_000_000).optional();
const text = z.string().refine((value) => !value.includes('\0'), 'text without NUL; write \\x00');

const input = z.strictObject({
  pattern: text.min(1).describe('Regular expression (Rust syntax)'),
  path: z.string().optional().describe('File, directory or artifact:<id>; default cwd'),
  glob: text.optional().describe('Only files like *.{ts,tsx}; !x excludes'),
  type: text.optional().describe('File type as js, py, rust'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe('Default files_with_matches'),
  '-A': count.describe('Lines after'),
  '-B': count.describe('Lines before'),
  '-C': count.describe('Lines around'),
  context: count.describe('Same as -C'),
  '-n': z.boolean().optional().describe('Line numbers; default true'),
  '-i': z.boolean().optional().describe('Ignore case'),
  '-o': z.boolean().optional().describe('Only the matched parts'),
  head_limit: count.describe(`Most lines or files shown; default ${DEFAULT_HEAD_LIMIT}, 0 all`),
  offset: count.describe('Skip so many first'),
  multiline: z.boolean().optional().describe('Match across lines; . matches line ends'),
});

export const grep = defineFilesTool({
  name: 'Grep',
  title: 'Search file contents',
  description:
    'Search file contents with ripgrep. Skips hidden and ignored files. Use Glob to find files by name.',
  tier: 'read',
  exposure: 'generic',
  subject: { field: 'path', kind: 'path' },
  view: { kind: 'list', title: '{pattern}' },
  aliases: ['grep', 'search', 'search_file_content', 'rg'],
  fieldAliases: { include: 'glob', regex: 'pattern', query: 'pattern', directory: 'path', dir_path: 'path' },
  pages: true,
  input,
  output: z.object({
    mode: z.string(),
    files: z.int(),
    matches: z.int(),
    shown: z.int(),
    truncated: z.boolean(),
  }),

  async run(fields, context) {
    const { run, call, signal } = context;
    refuseOversize(fields);
    const query = toQuery(fields, context.state.settings.grepCap);
    const target = await locateTarget(run, fields.path, call.grants);
    const { cwd, tag } = run;
    const found = await searchWithRipgrep(query, target, {
      cwd,
      tag,
      signal,
      answerWithinMs: call.answerWithinMs,
    });
    const rendered = renderMatches(found, query, showPath(target));
    noteShown(found, rendered, query, context);
    return toResult(found, rendered, query, await describe(found, rendered, query, target, cwd));
  },
});

/** They become arguments of a program, which may not be of any length. */
function refuseOversize(fields: z.output<typeof input>): void {
  for (const field of ['pattern', 'glob', 'type'] as const) {
    const bytes = Buffer.byteLength(fields[field] ?? '');
    if (bytes <= MAX_ARGUMENT_BYTES) continue;
    throw new ToolError(
      'invalid_input',
      `${field} has ${bytes} bytes; at most ${MAX_ARGUMENT_BYTES} are taken`,
      {
        hint: 'Search for a part of it, or in several calls.',
      },
    );
  }
}

function toQuery(fields: z.output<typeof input>, cap: number): GrepQuery {
  const mode = fields.output_mode ?? 'files_with_matches';
  const around = mode === 'content' ? (fields['-C'] ?? fields.context ?? 0) : 0;
  return {
    pattern: fields.pattern,
    mode,
    glob: fields.glob,
    type: fields.type,
    before: mode === 'content' ? (fields['-B'] ?? around) : 0,
    after: mode === 'content' ? (fields['-A'] ?? around) : 0,
    lineNumbers: fields['-n'] ?? true,
    ignoreCase: fields['-i'] ?? false,
    onlyMatching: fields['-o'] ?? false,
    multiline: fields.multiline ?? false,
    page: pageOf(fields, mode, cap),
  };
}

/** Who asks for a list of files without a limit gets it whole, up to what a message can carry. */
function pageOf(
  { offset = 0, head_limit: limit = DEFAULT_HEAD_LIMIT }: z.output<typeof input>,
  mode: string,
  cap: number,
) {
  return { offset, limit, cap: limit === 0 && mode !== 'content' ? WHOLE_LIST_CHARACTERS : cap };
}

function showPath({ named }: SearchTarget): (path: string) => string {
  return named.startsWith('artifact:') ? () => named : (path) => path;
}

async function describe(
  found: Found,
  rendered: RenderedMatches,
  query: GrepQuery,
  target: SearchTarget,
  cwd: string,
): Promise<string[]> {
  const nothing = found.totals.lines === 0 ? [await explainNoMatch(query, target, cwd)] : [];
  return [...nothing, ...describeMatches(found, rendered, query)];
}

function noteShown(found: Found, { sent }: RenderedMatches, query: GrepQuery, { state }: FilesContext): void {
  if (query.mode !== 'content' || query.onlyMatching) return;
  noteSentLines(sent, found.base, (realPath, ranges) => state.ledger.noteFound(realPath, ranges));
}

function toResult(found: Found, rendered: RenderedMatches, { mode }: GrepQuery, notes: string[]): ToolResult {
  const { files, matches } = found.totals;
  return {
    text: [...rendered.lines, ...notes].join('\n'),
    structured: { mode, files, matches, shown: rendered.sent.length, truncated: rendered.isTruncated },
  };
}
