const MAX_WORDS = 60;

/** Words that no level changes: ASCII alone, not part of an escape. */
const WORD = /(?<![\w\\\u0080-\uffff])\w{3,}(?![\w\u0080-\uffff])/g;

/** False when a word of `wanted` is nowhere in `text`, so that no level that normalises white space or characters can match. */
export function shareWords(text: string, wanted: string): boolean {
  const words = new Set(wanted.match(WORD) ?? []);
  return [...words].slice(0, MAX_WORDS).every((word) => text.includes(word));
}
