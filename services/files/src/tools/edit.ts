import { decodeText, encodeText, type HeldLocks } from '@cusp/commit';
import type { ToolResult } from '@cusp/service-kit';
import { z } from 'zod';
import { defineFilesTool, type FilesContext } from '../define.ts';
import { type AppliedEdit, applyEdit } from '../editing/apply-edit.ts';
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
      const after = fillsEmpty(text, input) ? new_string : editText(text, input, file.name).text;
      return [{ path, kind: 'modify' as const, before: text, after }];
    });
  },
});

async function create({ file_path, new_string }: EditInput, context: FilesContext): Promise<ToolResult> {
  const { changes, name } = await createFile(file_path, new_string, context);
  return { text: `Created "${name}".`, structured: { path: name, edits: [], diff: '' }, changes };
}

async function editLocked(
  file: CurrentFile,
  input: EditInput,
  context: FilesContext,
  held: HeldLocks,
): Promise<ToolResult> {
  const { ledger } = context.state;
  const { text, encoding } = textOf(decodeText(file.bytes), file);
  if (fillsEmpty(text, input)) {
    const changes = await overwriteFile(file, encodeText(input.new_string, encoding), context, held);
    return { text: `Wrote "${file.name}".`, structured: { path: file.name, edits: [], diff: '' }, changes };
  }
  if (!context.call.operatorReads) ledger.requireCurrent(file);
  const edited = editText(text, input, file.name);
  if (!context.call.operatorReads) ledger.requireShown(file, edited.replaced);
  const bytes = encodeText(edited.text, encoding);
  const changes = await replaceContent(file, bytes, context, held);
  ledger.noteEdited(file.realPath, { bytes, hash: changes[0]?.hashAfter }, edited.replaced);
  return { ...describeEdit(edited, file.name), changes };
}

/** An empty file has nothing to be read, or found. */
function fillsEmpty(text: string, { old_string }: EditInput): boolean {
  return text === '' && old_string === '';
}

function editText(
  text: string,
  { old_string, new_string, replace_all = false }: EditInput,
  name: string,
): AppliedEdit {
  return applyEdit(text, { oldText: old_string, newText: new_string, replaceAll: replace_all }, name);
}

function describeEdit(edited: AppliedEdit, name: string): ToolResult {
  const { before, level, notes, regions, replaced, text } = edited;
  const lines = describeRanges(replaced);
  const how = level === 'exact' ? '' : ` (${level} match)`;
  const snippet = showEdited(normalizeLineEnds(text).text, replaced);
  return {
    text: [
      `Edited "${name}", ${/\D/.test(lines) ? 'lines' : 'line'} ${lines}${how}.`,
      ...notes,
      snippet,
    ].join('\n'),
    structured: {
      path: name,
      edits: replaced.map(({ startLine, endLine }) => ({ level, startLine, endLine })),
      diff: unifiedDiff(before, regions),
    },
  };
}
