import type { LinedText } from '../lined-text.ts';
import { findAll, type Stretch } from './find-normalized.ts';
import type { Match } from './level.ts';
import type { NormalizedText } from './normalized-text.ts';

const LEADING = /^[ \t\n]+/;
const TRAILING = /(?<![ \t\n])[ \t\n]+$/;

/** Where the old text has characters other than white space, and how many lines it has before and after. */
interface Extent {
  /** What was looked for, without white space around it. */
  content: string;
  linesBefore: number;
  linesAfter: number;
  takesLineEnd: boolean;
}

/** What `read` makes of the whole lines of `file` that equal those of `oldText` once both are normalised. */
export function findWholeLines(
  file: LinedText,
  oldText: string,
  normalize: (text: string) => NormalizedText,
  read: (lines: Stretch) => Match | undefined,
): Match[] {
  const extent = extentOf(oldText, normalize);
  if (extent.content === '') return [];
  const normalized = normalize(file.text);
  return findAll(normalized.text, extent.content, (at) => {
    const start = normalized.toOriginal(at);
    const end = normalized.endInOriginal(at + extent.content.length);
    const isApart = start !== undefined && end !== undefined;
    const lines = isApart ? wholeLines(file, { start, end }, extent) : undefined;
    return lines && read(lines);
  });
}

function extentOf(oldText: string, normalize: (text: string) => NormalizedText): Extent {
  const head = LEADING.exec(oldText)?.[0] ?? '';
  const tail = TRAILING.exec(oldText)?.[0] ?? '';
  const takesLineEnd = tail.endsWith('\n');
  return {
    content: normalize(oldText).text.replace(LEADING, '').replace(TRAILING, ''),
    linesBefore: countBreaks(head),
    linesAfter: countBreaks(tail) - (takesLineEnd ? 1 : 0),
    takesLineEnd,
  };
}

/** The lines of a stretch, with as many blank ones around as the old text has; none where something else is on them. */
function wholeLines(file: LinedText, content: Stretch, extent: Extent): Stretch | undefined {
  const { startLine, endLine } = file.linesOf(content);
  const [first, last] = [startLine - extent.linesBefore, endLine + extent.linesAfter];
  if (first < 1 || last > file.lineCount) return undefined;
  const [start, end] = [file.lineStart(first), file.lineEnd(last)];
  const isWhole =
    isBlank(file.text.slice(start, content.start)) && isBlank(file.text.slice(content.end, end));
  return isWhole ? { start, end: extent.takesLineEnd ? file.lineStart(last + 1) : end } : undefined;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

function isBlank(text: string): boolean {
  return /^[ \t\n]*$/.test(text);
}
