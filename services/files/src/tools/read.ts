import { z } from 'zod';
import { defineFilesTool } from '../define.ts';
import { withOpenFile } from '../reading/opened-file.ts';
import { type ReadPage, readPage } from '../reading/read-page.ts';

const DEFAULT_LINES = 2_000;

export const read = defineFilesTool({
  name: 'Read',
  title: 'Read file',
  description:
    'Read a text file with line numbers (number, tab, line), 2,000 lines unless told. A file must be read before it is edited. Reads artifact:<id> too. Use LS for directories.',
  tier: 'read',
  exposure: 'generic',
  subject: { field: 'file_path', kind: 'path' },
  view: { kind: 'text', title: '{file_path}' },
  aliases: ['read_file', 'view'],
  fieldAliases: {
    path: 'file_path',
    filePath: 'file_path',
    filename: 'file_path',
    file: 'file_path',
    start_line: 'offset',
  },
  pages: true,
  input: z.strictObject({
    file_path: z.string().min(1).describe('File to read'),
    offset: z.int().optional().describe('First line, from 1; negative counts from the end'),
    limit: z.int().positive().optional().describe('How many lines'),
  }),
  output: z.object({
    path: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int().optional(),
    text: z.string().optional(),
  }),

  async run({ file_path, offset = 1, limit = DEFAULT_LINES }, context) {
    return withOpenFile(file_path, context, async (file) => {
      const page = await readPage(file, { offset, limit }, context);
      const { startLine, endLine, totalLines, rawText, whole } = page;
      context.state.ledger.noteShown(file.realPath, page.snapshot, whole);
      return {
        text: describePage(page, offset, file.name),
        structured: {
          path: file.path,
          startLine,
          endLine,
          ...(totalLines === undefined ? {} : { totalLines }),
          ...(context.call.rawText && rawText !== undefined ? { text: rawText } : {}),
        },
      };
    });
  },
});

/** The page and, where there is more or nothing, a line that says so. */
function describePage(
  { text, startLine, endLine, totalLines }: ReadPage,
  offset: number,
  name: string,
): string {
  if (totalLines === 0) return `"${name}" is empty.`;
  if (endLine < startLine) return `"${name}" has ${totalLines} lines; offset ${offset} is past its end.`;
  if (endLine === totalLines) return text;
  const all = totalLines === undefined ? '' : ` of ${totalLines}`;
  return `${text}\n\n[Lines ${startLine}-${endLine}${all}. Go on with offset ${endLine + 1}.]`;
}
