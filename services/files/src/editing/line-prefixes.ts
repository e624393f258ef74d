/** A line number as Read and its relatives print it (`2⇥`, `2→`, `2: `, `2|`), or an anchor (`2#k3fa9⇥`). */
const PREFIX = /^ *(\d+)(\t|→|: |\||#[0-9a-z]+\t)/;
/** What is left of a blank line's prefix once its end was trimmed. */
const BARE_NUMBER = /^ *(\d+)[→:|]?$/;

/** What stands behind the numbers; `: ` and `|` are common in files too. */
type Style = 'tab' | 'arrow' | 'anchor' | 'colon' | 'bar';

/** A text copied out of a listing, without its line numbers. */
export interface Listing {
  text: string;
  /** The number that the first numbered line had. */
  firstNumber: number;
  style: Style;
  /** False where the first line has no number, so that it may be a part of its line. */
  startsLine: boolean;
}

/**
 * Takes line numbers off that were copied out of a listing; the first line may lack its own.
 * @returns Undefined where the lines are not numbered one after the other.
 */
export function readListing(text: string): Listing | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => PREFIX.test(line));
  const style = styleOf(lines[first] ?? '');
  const firstNumber = numberOf(lines[first] ?? '');
  if (first > 1 || style === undefined || firstNumber === undefined) return undefined;
  const isListing = lines
    .slice(first)
    .every((line, index) => numberOf(line) === firstNumber + index && (styleOf(line) ?? style) === style);
  if (!isListing) return undefined;
  return { text: stripNumbers(text, style), firstNumber, style, startsLine: first === 0 };
}

/** Takes the numbers off the lines that have such, written in that style. */
export function stripNumbers(text: string, style: Style): string {
  return text
    .split('\n')
    .map((line) => (styleOf(line) === style ? line.replace(PREFIX, '') : line.replace(BARE_NUMBER, '')))
    .join('\n');
}

function styleOf(line: string): Style | undefined {
  const separator = PREFIX.exec(line)?.[2];
  if (separator === undefined) return undefined;
  if (separator.startsWith('#')) return 'anchor';
  return ({ '\t': 'tab', '→': 'arrow', ': ': 'colon', '|': 'bar' } as const)[separator];
}

function numberOf(line: string): number | undefined {
  const number = (PREFIX.exec(line) ?? BARE_NUMBER.exec(line))?.[1];
  return number === undefined ? undefined : Number(number);
}
