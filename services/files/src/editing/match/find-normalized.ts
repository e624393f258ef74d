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

/** Every place where `wanted` stands, overlapping ones too. */
export function findAll(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (found.push(at) === MAX_MATCHES) break;
  }
  return found;
}

/** The stretches of `text` that equal `oldText` once both are normalised. */
export function findNormalized(
  text: string,
  oldText: string,
  normalize: (text: string) => NormalizedText,
): Stretch[] {
  const wanted = normalize(oldText).text;
  if (wanted.trim() === '') return [];
  const file = normalize(text);
  const endsInSpace = /[ \t]$/.test(oldText);
  return findAll(file.text, wanted).flatMap((at) => {
    const start = file.toOriginal(at);
    const end = file.toOriginal(at + wanted.length);
    if (start === undefined || end === undefined) return [];
    return [{ start, end: endsInSpace ? skipSpace(text, end) : end }];
  });
}

/** The matches of a level that puts the new text as it is; white space that the old text starts with is a whole run. */
export function replaceNormalized(
  { text }: LinedText,
  { oldText, newText }: Wanted,
  normalize: (text: string) => NormalizedText,
): Match[] {
  const startsInSpace = isSpace(oldText[0]);
  return findNormalized(text, oldText, normalize)
    .filter(({ start }) => !startsInSpace || !isSpace(text[start - 1]))
    .map((stretch) => ({ ...stretch, replacement: newText }));
}

/** True where white space at `offset` stands before a line end, or at the end of the text. */
export function endsLine(text: string, offset: number): boolean {
  return offset === text.length || text[offset] === '\n';
}

function skipSpace(text: string, offset: number): number {
  let end = offset;
  while (isSpace(text[end])) end++;
  return end;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
