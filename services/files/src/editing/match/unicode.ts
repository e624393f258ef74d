import { endsLine, replaceNormalized } from './find-normalized.ts';
import type { Level } from './level.ts';
import { trimLineEnds } from './line-trimmed.ts';
import { NormalizedText } from './normalized-text.ts';

const QUOTES = '\u2018\u2019\u201a\u201b\u2032\u02bc';
const DOUBLE_QUOTES = '\u201c\u201d\u201e\u201f\u2033';
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212';
const SPACES = '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';

const PLAIN = new Map(
  Object.entries({ "'": QUOTES, '"': DOUBLE_QUOTES, '-': DASHES, ' ': SPACES }).flatMap(([plain, alike]) =>
    [...alike].map((character) => [character, plain] as const),
  ),
);

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** White space before a line end, or one character with what combines with it. */
const PATTERN = new RegExp(
  `(?<![ \\t${SPACES}])[ \\t${SPACES}]+(?![^\\n])|[^\\n\\p{M}][\\p{M}\\u1160-\\u11ff]+|[\\u0080-\\u{10ffff}]`,
  'gu',
);

/** Quotes, dashes and spaces count as their plain forms, characters in their composed form. */
export const unicode: Level = {
  name: 'unicode',
  find: (file, wanted) => replaceNormalized(file, wanted, toPlain),
};

function toPlain(text: string): NormalizedText {
  if (!BEYOND_ASCII.test(text)) return trimLineEnds(text);
  return NormalizedText.of(text, PATTERN, (stretch, offset) => {
    if (stretch.trim() === '' && endsLine(text, offset + stretch.length)) return '';
    return PLAIN.get(stretch) ?? stretch.normalize('NFC');
  });
}
