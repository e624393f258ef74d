import { replaceNormalized, TRAILING_SPACE } from './find-normalized.ts';
import type { Level } from './level.ts';
import { NormalizedText } from './normalized-text.ts';

/** White space at line ends does not count. */
export const lineTrimmed: Level = {
  name: 'line-trimmed',
  find: (file, wanted) => replaceNormalized(file, wanted, trimLineEnds),
};

export function trimLineEnds(text: string): NormalizedText {
  return NormalizedText.of(text, TRAILING_SPACE, () => '');
}
