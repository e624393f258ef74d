const ELLIPSIS = /\.{3}|…/;
/** What starts a comment, or brackets the whole line. */
const LEADER = /^(?:\/\/+|\/\*+|\*|#+|<!--|--|;+|%+|\{\/\*)\s*/;
const TRAILER = /\s*(?:\*\/\}?|-->)$/;
const LEFT_OUT =
  /^[([{<]?\s*(?:(?:\.{3}|…)\s*)?(?:the\s+|your\s+)?(?:rest|remainder|remaining|existing|unchanged|previous|other|same)\b[\w\s,'’/&-]{0,80}?(?:(?:\.{3}|…)\s*)?[)\]}>]?\.?$/i;

/**
 * The line of `newText` that stands for text left out (`// … rest of code …`) and is not in `known` already;
 * undefined when there is none.
 */
export function findPlaceholder(newText: string, known: string): string | undefined {
  if (!ELLIPSIS.test(newText)) return undefined;
  const knownLines = new Set(known.split('\n').map((line) => line.trim()));
  return newText
    .split('\n')
    .map((line) => line.trim())
    .find((line) => ELLIPSIS.test(line) && isPlaceholder(line) && !knownLines.has(line));
}

/** Outside a comment it takes several words: `...rest` alone is code. */
function isPlaceholder(line: string): boolean {
  const isComment = LEADER.test(line);
  const said = line.replace(LEADER, '').replace(TRAILER, '');
  return LEFT_OUT.test(said) && (isComment || /[a-z]\s+[a-z]/i.test(said));
}
