import { findAll } from './find-normalized.ts';
import type { Level } from './level.ts';

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
const ESCAPE = /\\([nrt"'`\\$])/g;

/** Escapes that were typed literally (`\n`, `\t`, `\"`) count as what they stand for, in the new text too. */
export const typedEscapes: Level = {
  name: 'escape',
  find({ text }, { oldText, newText }) {
    const typed = new Set(Array.from(oldText.matchAll(ESCAPE), ([, kind = '']) => kind));
    const wanted = readEscapes(oldText, typed);
    if (typed.size === 0 || wanted.trim() === '') return [];
    const replacement = readEscapes(newText, typed);
    return findAll(text, wanted, (start) => ({ start, end: start + wanted.length, replacement }));
  },
};

/** Only what the old text shows to be escaped: another `\n` in the new text may well be code. */
function readEscapes(text: string, kinds: ReadonlySet<string>): string {
  return text
    .replace(ESCAPE, (escaped, kind: string) => (kinds.has(kind) ? (ESCAPED[kind] ?? kind) : escaped))
    .replaceAll('\r\n', '\n');
}
