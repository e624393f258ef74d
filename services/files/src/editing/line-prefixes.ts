/** A line number as Read and its relatives print it (`2⇥`, `2→`, `2: `, `2|`), or an anchor (`2#k3fa9⇥`). */
const PREFIX = /^( *)(\d+)(\t|→|: |\||#[0-9a-z]+\t)/;
/** What is left of a blank line's prefix once its end was trimmed. */
const BARE_NUMBER = /^ *(\d+)[→:|]?$/;

/** What stands behind the numbers; `: ` and `|` are common in files too. */
type Style = 'tab' | 'arrow' | 'anchor' | 'colon' | 'bar';

interface Prefix {
  number: number;
  style: Style;
  /** The number as it is written, with the spaces before it. */
  field: string;
  length: number;
}

/** A text copied out of a listing, without its line numbers. */
export interface Listing {
  text: string;
  /** The lines that it says it is, both ends included. */
  firstLine: number;
  lastLine: number;
  style: Style;
  /** How wide the numbers are padded with spaces; 0 where they are not. */
  width: number;
  /** The first number has lost its padding. */
  isTrimmed: boolean;
}

/**
 * Takes line numbers off that were copied out of a listing; the first line may lack its own.
 * @returns Undefined where the lines are not numbered one after the other.
 */
export function readListing(text: string): Listing | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  const prefixes = lines.map(readPrefix);
  const first = prefixes.findIndex((prefix) => prefix !== undefined);
  const start = prefixes[first];
  if (!start || first > 1) return undefined;
  const firstLine = start.number - first;
  const isListing = lines.slice(first).every((line, index) => {
    const { number = bareNumber(line), style = start.style } = prefixes[first + index] ?? {};
    return number === start.number + index && style === start.style;
  });
  const stripped = text.split('\n').map((line, index) => (index < first ? line : withoutNumber(line)));
  if (!isListing || firstLine < 1 || stripped.join('').trim() === '') return undefined;
  const padded = prefixes.flatMap((prefix) => (prefix?.field.startsWith(' ') ? [prefix.field.length] : []));
  return {
    text: stripped.join('\n'),
    firstLine,
    lastLine: firstLine + lines.length - 1,
    style: start.style,
    width: Math.max(0, ...padded),
    isTrimmed: !start.field.startsWith(' '),
  };
}

/**
 * Takes those numbers off a new text that go on counting as the listing does; all other lines stay as they are.
 * @returns Undefined where a number looks copied but does not count on, so that it may be content.
 */
export function takeOffNumbers(newText: string, listing: Listing): string | undefined {
  const stripped: string[] = [];
  let last = 0;
  for (const line of newText.split('\n')) {
    const prefix = readPrefix(line);
    if (prefix && isOfForm(prefix, listing, last === 0)) {
      const isInside = prefix.number >= listing.firstLine && prefix.number <= listing.lastLine;
      if (prefix.number <= last || !(isInside || prefix.number === last + 1)) return undefined;
      last = prefix.number;
      stripped.push(line.slice(prefix.length));
    } else if (last > 0 && listing.width > 0 && line === String(last + 1).padStart(listing.width)) {
      return undefined;
    } else stripped.push(line);
  }
  return stripped.join('\n');
}

function isOfForm({ number, style, field }: Prefix, listing: Listing, isFirst: boolean): boolean {
  if (style !== listing.style) return false;
  const isTrimmed = isFirst && listing.isTrimmed && field === String(number);
  return isTrimmed || field === String(number).padStart(listing.width);
}

function readPrefix(line: string): Prefix | undefined {
  const [whole, spaces = '', digits = '', separator] = PREFIX.exec(line) ?? [];
  if (whole === undefined || separator === undefined) return undefined;
  return {
    number: Number(digits),
    style: styleOf(separator),
    field: spaces + digits,
    length: whole.length,
  };
}

function styleOf(separator: string): Style {
  const styles: Record<string, Style> = { '\t': 'tab', '→': 'arrow', ': ': 'colon', '|': 'bar' };
  return styles[separator] ?? 'anchor';
}

function withoutNumber(line: string): string {
  return PREFIX.test(line) ? line.replace(PREFIX, '') : line.replace(BARE_NUMBER, '');
}

function bareNumber(line: string): number | undefined {
  const number = BARE_NUMBER.exec(line)?.[1];
  return number === undefined ? undefined : Number(number);
}
