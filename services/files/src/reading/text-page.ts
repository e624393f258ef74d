import { normalizeLineEnds } from '../editing/line-ends.ts';
import { LinedText } from '../editing/lined-text.ts';
import { type Page, PageWriter } from './page.ts';

/** Which lines are asked for: `offset` counts from 1, or from the end when negative. */
export interface WantedLines {
  offset: number;
  limit: number;
}

export interface TextPage extends Page {
  totalLines: number;
  /** The shown lines as the file has them, neither numbered nor cut. */
  rawText: string;
}

/** The lines asked for out of a text that is in memory. */
export function pageOfText(text: string, { offset, limit }: WantedLines, cap: number): TextPage {
  const normalized = normalizeLineEnds(text);
  const lined = new LinedText(normalized.text);
  const totalLines = lined.lineCount;
  const startLine = offset < 0 ? Math.max(1, totalLines + offset + 1) : Math.max(1, offset);
  const writer = new PageWriter(Math.min(startLine, totalLines + 1), { cap, limit });
  for (let number = startLine; number <= totalLines; number++) {
    const line = lined.line(number);
    if (!writer.add({ text: line, length: line.length })) break;
  }
  const page = writer.finish();
  const rawStart = normalized.toOriginal(lined.lineStart(page.startLine));
  const rawEnd = normalized.toOriginal(lined.lineStart(page.endLine + 1));
  return { ...page, totalLines, rawText: text.slice(rawStart, rawEnd) };
}
