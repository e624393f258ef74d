import { type Listing, readListing, stripNumbers } from './line-prefixes.ts';
import type { LinedText } from './lined-text.ts';
import type { Match, Wanted } from './match/level.ts';

/** One way to read what was sent, and what was done to it. */
export interface Reading {
  wanted: Wanted;
  notes: string[];
  /** Whether a match can be meant: what was copied with its line number stands at the start of its line. */
  isMeant: (file: LinedText, match: Match) => boolean;
}

/** The texts as they are, then without the line numbers that they may have been copied with. */
export function readings(wanted: Wanted): Reading[] {
  const asGiven: Reading = { wanted, notes: [], isMeant: () => true };
  const listing = readListing(wanted.oldText);
  return listing ? [asGiven, withoutNumbers(wanted, listing)] : [asGiven];
}

function withoutNumbers({ newText }: Wanted, { text, style, startsLine }: Listing): Reading {
  return {
    wanted: { oldText: text, newText: stripNumbers(newText, style) },
    notes: ['Line numbers copied from a listing were taken off.'],
    isMeant: (file, { start }) => !startsLine || file.lineStart(file.lineAt(start)) === start,
  };
}

/**
 * The new text without line numbers, where it alone has such: they count on from the very line that is replaced, and
 * the file has none there.
 */
export function unpasteNumbers(file: LinedText, match: Match, newText: string): string | undefined {
  const listing = readListing(newText);
  if (!listing || listing.style === 'colon' || listing.style === 'bar') return undefined;
  const isNumberedFile = readListing(file.text.slice(match.start, match.end)) !== undefined;
  return !isNumberedFile && listing.firstNumber === file.lineAt(match.start) ? listing.text : undefined;
}
