import { endsLine, replaceNormalized } from './find-normalized.ts';
import type { Level } from './level.ts';
import { NormalizedText } from './normalized-text.ts';

/** Whole runs, single spaces inside a line left out. */
const RUN = /(?<![ \t])(?:[ \t]{2,}|\t| (?![^\n]))/g;

/** Runs of white space inside a line count as one space; those before its first character count as they are. */
export const whitespace: Level = {
  name: 'whitespace',
  find: (file, wanted) => replaceNormalized(file, wanted, joinRuns),
};

function joinRuns(text: string): NormalizedText {
  return NormalizedText.of(text, RUN, (run, offset) => {
    if (endsLine(text, offset + run.length)) return '';
    return offset === 0 || text[offset - 1] === '\n' ? run : ' ';
  });
}
