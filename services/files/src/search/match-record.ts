/** One line that ripgrep printed. */
export interface MatchRecord {
  path: string;
  /** Counted from 1; 0 where the record is of the whole file: a count, or that a binary file matches. */
  line: number;
  kind: 'match' | 'context' | 'count' | 'notice';
  text: string;
  /** The text is not all of the line. */
  isCut: boolean;
}

const NUL = 0x00;
const COLON = 0x3a;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Where the parts of a printed line are: `path NUL line:column:text`, `path NUL line-text` or `path NUL count`. */
export interface RecordHead {
  pathEnd: number;
  kind: 'match' | 'context' | 'count';
  line: number;
  /** Bytes from the start of the text to the match, from 0. */
  column: number;
  textStart: number;
}

/** Where the path ends that a printed line begins with; -1 where it begins with none. */
export function findPathEnd(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === NUL) return at;
  }
  return -1;
}

/** Reads the head of a printed line whose path ends at `pathEnd`. */
export function readHead(bytes: Buffer, pathEnd: number): RecordHead {
  const line = readNumber(bytes, pathEnd + 1);
  const mark = bytes[line.end];
  if (mark === DASH) {
    return { pathEnd, kind: 'context', line: line.value, column: 0, textStart: line.end + 1 };
  }
  if (mark !== COLON) return { pathEnd, kind: 'count', line: 0, column: 0, textStart: pathEnd + 1 };
  const column = readNumber(bytes, line.end + 1);
  return {
    pathEnd,
    kind: 'match',
    line: line.value,
    column: Math.max(0, column.value - 1),
    textStart: column.end + 1,
  };
}

function readNumber(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  let end = start;
  for (; ; end++) {
    const digit = bytes[end] ?? 0;
    if (digit < ZERO || digit > NINE) return { value, end };
    value = value * 10 + digit - ZERO;
  }
}
