import { type Listing, readListing, takeOffNumbers } from './line-prefixes.ts';
import { LinedText } from './lined-text.ts';
import { type Found, findInLadder } from './match/ladder.ts';
import type { Match, Wanted } from './match/level.ts';

/**
 * Finds a text that was copied out of a listing with its line numbers: whole lines, at exactly the numbers it says.
 * Undefined where it was not, or where something else stands there.
 */
export function findListed(file: LinedText, { oldText, newText }: Wanted): Found | undefined {
  const listing = readListing(oldText);
  const newLines = listing && takeOffNumbers(newText, listing);
  if (!listing || newLines === undefined || listing.lastLine > file.lineCount) return undefined;
  const start = file.lineStart(listing.firstLine);
  const lines = new LinedText(file.text.slice(start, endOf(file, listing)), file.indent);
  const found = findInLadder(lines, { oldText: listing.text, newText: newLines });
  const matches = found?.matches.filter((match) => isWhole(lines.text, match)) ?? [];
  if (!found || matches.length === 0) return undefined;
  return { level: found.level, matches: matches.map((match) => moved(match, start)) };
}

function endOf(file: LinedText, { text, lastLine }: Listing): number {
  return text.endsWith('\n') ? file.lineStart(lastLine + 1) : file.lineEnd(lastLine);
}

function isWhole(lines: string, { start, end }: Match): boolean {
  return start === 0 && lines.slice(end).trim() === '';
}

function moved({ start, end, replacement }: Match, by: number): Match {
  return { start: start + by, end: end + by, replacement };
}
