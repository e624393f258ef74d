import type { LinedText } from '../lined-text.ts';

export type LevelName =
  | 'exact'
  | 'line-trimmed'
  | 'whitespace'
  | 'indentation'
  | 'unicode'
  | 'escape'
  | 'block-anchor';

/** What to look for and what to put there; line ends are `\n`. */
export interface Wanted {
  oldText: string;
  newText: string;
}

/** A stretch of the file, as offsets, and what takes its place. */
export interface Match {
  start: number;
  end: number;
  replacement: string;
}

/** One way to find a text; softer ways come later in the ladder. */
export interface Level {
  name: LevelName;
  find: (file: LinedText, wanted: Wanted) => Match[];
}
