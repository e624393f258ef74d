import { decodeText } from '@cusp/commit';
import { ToolError } from '@cusp/protocol';
import { normalizeLineEnds } from '../editing/line-ends.ts';
import { LinedText } from '../editing/lined-text.ts';
import { MAX_LINE_LENGTH } from '../reading/page.ts';
import { covers, describeRanges, type LineRange } from './line-ranges.ts';
import type { CurrentFile } from './read-ledger.ts';

/** The error for lines that were not shown, or only in part: no Read shows a line past its limit whole. */
export function notShown(file: CurrentFile, hidden: LineRange, shown: readonly LineRange[]): ToolError {
  const { name } = file;
  const long = findLongLine(file, hidden, shown);
  if (long) {
    const { line, length } = long;
    return new ToolError(
      'unread',
      `Line ${line} of "${name}" was not shown whole: it has ${length} characters`,
      {
        hint: `See it and change it through Bash, such as \`sed -n ${line}p\`; Read and Grep show only a part of it.`,
      },
    );
  }
  const seen = shown.length > 0 ? `only lines ${describeRanges(shown)} were` : 'none were';
  return new ToolError('unread', `Lines ${describeRanges([hidden])} of "${name}" were not shown; ${seen}`, {
    hint: `Read it with offset ${hidden.startLine}, limit ${hidden.endLine - hidden.startLine + 1}, then repeat the call.`,
  });
}

/** The first line that is not shown, where it is too long to be shown whole. */
function findLongLine(
  { bytes }: CurrentFile,
  { startLine, endLine }: LineRange,
  shown: readonly LineRange[],
): { line: number; length: number } | undefined {
  const file = new LinedText(normalizeLineEnds(decodeText(bytes)?.text ?? '').text);
  for (let line = startLine; line <= endLine; line++) {
    if (covers(shown, { startLine: line, endLine: line })) continue;
    const length = file.line(line).length;
    return length > MAX_LINE_LENGTH ? { line, length } : undefined;
  }
  return undefined;
}
