export type LineEnd = '\n' | '\r\n' | '\r';

const LINE_END = /\r\n|\n|\r/g;

/** The line end that most lines of `text` have, and whether others occur; undefined in a text of one line. */
export function lineEnding(text: string): { style: LineEnd; mixed: boolean } | undefined {
  const lf = text.match(/(?<!\r)\n/g)?.length ?? 0;
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const cr = text.match(/\r(?!\n)/g)?.length ?? 0;
  if (lf + crlf + cr === 0) return undefined;
  const most = Math.max(lf, crlf, cr);
  const style = most === lf ? '\n' : most === crlf ? '\r\n' : '\r';
  return { style, mixed: most < lf + crlf + cr };
}

/** `text` with every line end turned into `style`. */
export function adaptLineEnds(text: string, style: LineEnd): string {
  return text.replace(LINE_END, style);
}
