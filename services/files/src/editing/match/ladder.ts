import { LinedText } from '../lined-text.ts';
import { blockAnchor } from './block-anchor.ts';
import { typedEscapes } from './escape.ts';
import { exact } from './exact.ts';
import { indentation } from './indentation.ts';
import type { Level, LevelName, Match, Wanted } from './level.ts';
import { lineTrimmed } from './line-trimmed.ts';
import { shareWords } from './share-words.ts';
import { unicode } from './unicode.ts';
import { whitespace } from './whitespace.ts';

/** The ways to find a text, each softer than the one before. */
const LADDER: readonly Level[] = [
  exact,
  lineTrimmed,
  whitespace,
  indentation,
  unicode,
  typedEscapes,
  blockAnchor,
];

/** Levels that can find a text of which some word is not in the file. */
const WORD_CHANGING: readonly Level[] = [exact, typedEscapes];

/** What the first level that finds anything found, by place. */
export interface Found {
  level: LevelName;
  matches: Match[];
}

/** Climbs the ladder until a level finds something. */
export function findInLadder(file: LinedText, wanted: Wanted): Found | undefined {
  const openEnd = wanted.oldText.endsWith('\n') && !file.text.endsWith('\n');
  const closed = openEnd ? new LinedText(`${file.text}\n`) : file;
  for (const level of shareWords(file.text, wanted.oldText) ? LADDER : WORD_CHANGING) {
    const found = level.find(level === exact ? file : closed, wanted);
    if (found.length > 0) return { level: level.name, matches: found.map((match) => cutToFile(match, file)) };
  }
  return undefined;
}

/** A last line without a line end matches one with it, and stays without. */
function cutToFile({ start, end, replacement }: Match, { text }: LinedText): Match {
  if (end <= text.length) return { start, end, replacement };
  return { start, end: text.length, replacement: replacement.replace(/\n$/, '') };
}
