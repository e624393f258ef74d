import { setImmediate } from 'node:timers/promises';
import { decodeText, encodeText, type HeldLocks } from '@cusp/commit';
import type { ToolResult } from '@cusp/service-kit';
import { z } from 'zod';
import { defineFilesTool, type FilesContext } from '../define.ts';
import { type PlannedEdit, planEdit, refuseHalfCharacters } from '../editing/apply-edit.ts';
import {
  createFile,
  fileExists,
  overwriteFile,
  readCurrent,
  replaceContent,
  textOf,
  withLockedFile,
} from '../editing/file-change.ts';
import { normalizeLineEnds } from '../editing/line-ends.ts';
import { showEdited } from '../editing/snippet.ts';
import { unifiedDiff } from '../editing/unified-diff.ts';
import { describeRanges } from '../ledger/line-ranges.ts';
import type { CurrentFile } from '../ledger/read-ledger.ts';

/** Places listed in `structured`. */
const MAX_EDITS = 50;
/** Characters from which on the steps of an edit take long enough to be felt. */
const BIG_TEXT = 500_000;

const inputSchema = z.strictObject({
  file_path: z.string().min(1).describe('File to edit'),
  old_string: z.string().describe('Text to replace, unique in the file; empty creates a file'),
  new_string: z.string().describe('Text to put there'),
  replace_all: z.boolean().optional().describe('Replace every exact match'),
});
type EditInput = z.output<typeof inputSchema>;

export const edit = defineFilesTool({
  name: 'Edit',
  title: 'Edit file',
  description:
    'Replace one text in a file that was read. old_string is matched exactly, else by ever softer levels that the result names. Leave line numbers out.',
  tier: 'write',
  exposure: 'generic',
  subject: { field: 'file_path', kind: 'path' },
  view: { kind: 'diff', title: '{file_path}' },
  families: { gpt: false, local: false },
  aliases: ['edit_file', 'str_replace', 'edit'],
  fieldAliases: {
    path: 'file_path',
    filePath: 'file_path',
    file: 'file_path',
    oldString: 'old_string',
    old_str: 'old_string',
    newString: 'new_string',
    new_str: 'new_string',
    replaceAll: 'replace_all',
  },
  input: inputSchema,
  output: z.object({
    path: z.string(),
    edits: z.array(z.object({ level: z.string(), startLine: z.int(), endLine: z.int() })),
    diff: z.string(),
  }),

  async run(input, context) {
    if (input.old_string === '' && !fileExists(input.file_path, context)) return create(input, context);
    return withLockedFile(input.file_path, context, (file, held) => editLocked(file, input, context, held));
  },

  async preview(input, context) {
    const { file_path, old_string, new_string } = input;
    const { path, realPath } = await context.run.boundary.locate(file_path);
    context.run.boundary.assertInside(realPath, file_path, context.call.grants);
    if (old_string === '' && !fileExists(file_path, context)) {
      return [{ path, kind: 'create', after: new_string }];
    }
    return readCurrent(file_path, context, (file) => {
      const { text } = textOf(decodeText(file.bytes), file);
      const after = fillsEmpty(text, input) ? new_string : planEditOf(text, input, file.name).apply();
      return [{ path, kind: 'modify' as const, before: text, after }];
    });
  },
});

async function create({ file_path, new_string }: EditInput, context: FilesContext): Promise<ToolResult> {
  refuseHalfCharacters('new_string', new_string);
  const { changes, path, name } = await createFile(file_path, new_string, context);
  return { text: `Created "${name}".`, structured: { path, edits: [], diff: '' }, changes };
}

async function editLocked(
  file: CurrentFile,
  input: EditInput,
  context: FilesContext,
  held: HeldLocks,
): Promise<ToolResult> {
  const { text, encoding } = textOf(decodeText(file.bytes), file);
  if (fillsEmpty(text, input)) {
    refuseHalfCharacters('new_string', input.new_string);
    const changes = await overwriteFile(file, encodeText(input.new_string, encoding), context, held);
    return { text: `Wrote "${file.name}".`, structured: { path: file.path, edits: [], diff: '' }, changes };
  }
  const { ledger } = context.state;
  if (!context.call.operatorReads) ledger.requireCurrent(file);
  await hearCancel(text, context);
  const planned = planEditOf(text, input, file.name);
  if (!context.call.operatorReads) ledger.requireShown(file, planned.replaced);
  await hearCancel(text, context);
  const after = planned.apply();
  await hearCancel(text, context);
  const bytes = encodeText(after, encoding);
  const changes = await replaceContent(file, bytes, context, held);
  ledger.noteEdited(file.realPath, { bytes, hash: changes[0]?.hashAfter }, planned.replaced);
  return { ...describeEdit(planned, after, file), changes };
}

/** Between the long steps of an edit of a big text others run, and a cancel is heard. */
async function hearCancel(text: string, { signal }: FilesContext): Promise<void> {
  if (text.length < BIG_TEXT) return;
  await setImmediate();
  signal.throwIfAborted();
}

/** An empty file has nothing to be read, or found. */
function fillsEmpty(text: string, { old_string }: EditInput): boolean {
  return text === '' && old_string === '';
}

function planEditOf(
  text: string,
  { old_string, new_string, replace_all = false }: EditInput,
  name: string,
): PlannedEdit {
  return planEdit(text, { oldText: old_string, newText: new_string, replaceAll: replace_all }, name);
}

function describeEdit(planned: PlannedEdit, after: string, { path, name }: CurrentFile): ToolResult {
  const { before, level, matches, notes, replaced } = planned;
  const lines = describeRanges(replaced);
  const how = level === 'exact' ? '' : ` (${level} match)`;
  const snippet = showEdited(normalizeLineEnds(after).text, replaced);
  return {
    text: [
      `Edited "${name}", ${/\D/.test(lines) ? 'lines' : 'line'} ${lines}${how}.`,
      ...notes,
      snippet,
    ].join('\n'),
    structured: {
      path,
      edits: replaced.slice(0, MAX_EDITS).map(({ startLine, endLine }) => ({ level, startLine, endLine })),
      diff: unifiedDiff(before, matches),
    },
  };
}
