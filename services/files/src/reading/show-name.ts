const MAX_SHOWN = 200;

/** Control characters, line ends of Unicode, and marks that turn the direction of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A name, path or pattern as a message quotes it: control characters escaped, its end cut when it is long. */
export function showName(name: string): string {
  const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
  return escapeControls(shown.toWellFormed());
}

/** A text on one line, its control characters as `\\n`, `\\t` or `\\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, escapeControl);
}

function escapeControl(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  if (short !== character) return short;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
