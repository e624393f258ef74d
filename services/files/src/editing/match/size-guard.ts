const EXTRA_LINES = 3;
const MAX_LINE_RATIO = 2;
const EXTRA_CHARACTERS = 500;
const MAX_CHARACTER_RATIO = 4;

/** Says why a match is suspiciously bigger than what was looked for; undefined when it is not. */
export function describeOversize(matched: string, oldText: string): string | undefined {
  const [lines, oldLines] = [countLines(matched), countLines(oldText)];
  if (lines >= Math.max(oldLines + EXTRA_LINES, MAX_LINE_RATIO * oldLines)) {
    return `${lines} lines for ${oldLines} of old_string`;
  }
  if (matched.length > Math.max(oldText.length + EXTRA_CHARACTERS, MAX_CHARACTER_RATIO * oldText.length)) {
    return `${matched.length} characters for ${oldText.length} of old_string`;
  }
  return undefined;
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
