import { adaptLineEnds, decodeText, encodeText, lineEnding } from '@cusp/commit';
import { ToolError } from '@cusp/protocol';
import { z } from 'zod';
import { defineFilesTool, type FilesContext } from '../define.ts';
import { refuseHalfCharacters, refusePlaceholder } from '../editing/apply-edit.ts';
import {
  createFile,
  fileExists,
  overwriteFile,
  readCurrent,
  withLockedFile,
} from '../editing/file-change.ts';
import { LinedText } from '../editing/lined-text.ts';
import type { CurrentFile } from '../ledger/read-ledger.ts';

export const write = defineFilesTool({
  name: 'Write',
  title: 'Write file',
  description:
    'Create a file, parents too, or replace its whole content; a file that exists must have been read whole. Prefer Edit for changes.',
  tier: 'write',
  exposure: 'generic',
  subject: { field: 'file_path', kind: 'path' },
  view: { kind: 'diff', title: '{file_path}' },
  aliases: ['write_file', 'create_file'],
  fieldAliases: {
    path: 'file_path',
    filePath: 'file_path',
    file: 'file_path',
    text: 'content',
    contents: 'content',
    file_text: 'content',
  },
  input: z.strictObject({
    file_path: z.string().min(1).describe('File to write'),
    content: z.string().describe('The whole content'),
  }),
  output: z.object({ path: z.string(), created: z.boolean(), lines: z.int() }),

  async run({ file_path, content }, context) {
    refuseHalfCharacters('content', content);
    const lines = new LinedText(content).lineCount;
    if (!fileExists(file_path, context)) {
      const { changes, path, name } = await createFile(file_path, content, context);
      const structured = { path, created: true, lines };
      return { text: `Created "${name}" (${countOf(lines)}).`, structured, changes };
    }
    return withLockedFile(file_path, context, async (file, held) => {
      requireRead(file, context);
      const changes = await overwriteFile(file, encodeAs(file, content), context, held);
      const structured = { path: file.path, created: false, lines };
      return { text: `Wrote "${file.name}" (${countOf(lines)}).`, structured, changes };
    });
  },

  async preview({ file_path, content }, context) {
    const { path, realPath } = await context.run.boundary.locate(file_path);
    context.run.boundary.assertInside(realPath, file_path, context.call.grants);
    if (!fileExists(file_path, context)) return [{ path, kind: 'create', after: content }];
    return readCurrent(file_path, context, ({ bytes }) => {
      const before = decodeText(bytes)?.text;
      const after = before === undefined ? content : keepLineEnds(content, before);
      return [{ path, kind: 'modify' as const, ...(before === undefined ? {} : { before }), after }];
    });
  },
});

/** An empty file has nothing that could be lost unread. */
function requireRead(file: CurrentFile, { call, state }: FilesContext): void {
  if (call.operatorReads || file.bytes.length === 0) return;
  state.ledger.requireCurrent(file);
  const endLine = new LinedText(decodeText(file.bytes)?.text ?? '').lineCount;
  state.ledger.requireShown(file, [{ startLine: 1, endLine }]);
}

/** The new content in the file's encoding and with its line ends. */
function encodeAs({ bytes, name }: CurrentFile, content: string): Buffer {
  const old = decodeText(bytes);
  if (!old) {
    throw new ToolError(
      'binary',
      `Cannot overwrite "${name}": it is a binary file of ${bytes.length} bytes`,
      {
        hint: 'Delete it first, through Bash, or write to another path.',
      },
    );
  }
  refusePlaceholder('content', content, old.text);
  return encodeText(keepLineEnds(content, old.text), old.encoding);
}

function keepLineEnds(content: string, before: string): string {
  const style = lineEnding(before)?.style ?? '\n';
  return style === '\n' || content.includes('\r') ? content : adaptLineEnds(content, style);
}

function countOf(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
