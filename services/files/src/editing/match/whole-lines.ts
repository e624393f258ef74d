import type { LinedText } from '../lined-text.ts';
import { findNormalized, type Stretch } from './find-normalized.ts';
import type { NormalizedText } from './normalized-text.ts';

/** The whole lines of `file` that equal those of `oldText` once both are normalised. */
export function findWholeLines(
  file: LinedText,
  oldText: string,
  normalize: (text: string) => NormalizedText,
): Stretch[] {
  return findNormalized(file.text, oldText, normalize).flatMap(({ start, end }) => {
    const takesLineEnd = oldText.endsWith('\n');
    const startLine = file.lineAt(start);
    const endLine = file.lineAt(takesLineEnd ? end - 1 : end);
    const stretch = {
      start: file.lineStart(startLine),
      end: takesLineEnd ? file.lineStart(endLine + 1) : file.lineEnd(endLine),
    };
    const isWhole =
      isBlank(file.text.slice(stretch.start, start)) && isBlank(file.text.slice(end, stretch.end));
    return isWhole ? [stretch] : [];
  });
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
