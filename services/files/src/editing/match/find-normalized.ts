import type { LinedText } from '../lined-text.ts';
import type { Match, Wanted } from './level.ts';
import type { NormalizedText } from './normalized-text.ts';

/** White space before a line end, or at the end of the text; each run is looked at once. */
export const TRAILING_SPACE = /(?<![ \t])[ \t]+(?![^\n])/g;

/** More matches than this say nothing new. */
const MAX_MATCHES = 100;

export interface Stretch {
  start: number;
  end: number;
}

/**
 * What `read` makes of the places where `wanted` stands, overlapping ones too. Only what it takes counts against the
 * limit: a match that is alone in the result is alone in the text.
 */
export function findAll<T>(text: string, wanted: string, read: (at: number) => T | undefined): T[] {
  const found: T[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const match = read(at);
    if (match !== undefined && found.push(match) === MAX_MATCHES) break;
  }
  return found;
}

/** The matches of a level that puts the new text as it is; white space around the old text is matched by such alone. */
export function replaceNormalized(
  { text }: LinedText,
  { oldText, newText }: Wanted,
  normalize: (text: string) => NormalizedText,
): Match[] {
  const wanted = normalize(oldText).text;
  if (wanted.trim() === '') return [];
  const file = normalize(text);
  return findAll(file.text, wanted, (at) => {
    const start = file.toOriginal(at);
    const last = endOf(file, wanted, at);
    const end = last === undefined ? undefined : takeLastSpace(text, oldText, last);
    const isPlace = start !== undefined && end !== undefined && isFirstSpaceWhole(text, oldText, start);
    return isPlace ? { start, end, replacement: newText } : undefined;
  });
}

/** White space that does not count belongs to a match in the line that it ends, not in the next one. */
function endOf(file: NormalizedText, wanted: string, at: number): number | undefined {
  const end = at + wanted.length;
  return wanted.endsWith('\n') ? file.endInOriginal(end) : file.toOriginal(end);
}

/** White space at the start of the old text is a whole run; alone on a line, it is a line of its own. */
function isFirstSpaceWhole(text: string, oldText: string, start: number): boolean {
  if (!isSpace(oldText[0])) return true;
  const isAlone = oldText.slice(0, oldText.indexOf('\n') + 1).trim() === '' && oldText.includes('\n');
  const before = text[start - 1];
  return isAlone ? before === undefined || before === '\n' : !isSpace(before);
}

/** True where white space at `offset` stands before a line end, or at the end of the text. */
export function endsLine(text: string, offset: number): boolean {
  return offset === text.length || text[offset] === '\n';
}

/**
 * Where a match ends that ends at `offset` but for the white space at the end of the old text: it stands for a whole
 * run, or for a line end; alone on a line, which may be indentation, for a line end only. Undefined before anything else.
 */
function takeLastSpace(text: string, oldText: string, offset: number): number | undefined {
  if (!isSpace(oldText.at(-1))) return offset;
  let end = offset;
  while (isSpace(text[end])) end++;
  const isAlone = oldText.trimEnd().length <= oldText.lastIndexOf('\n');
  const stands = endsLine(text, end) || (end > offset && !isAlone);
  return stands ? end : undefined;
}

/** White space other than a line end. */
function isSpace(character: string | undefined): boolean {
  return character !== undefined && /[^\S\n]/.test(character);
}
