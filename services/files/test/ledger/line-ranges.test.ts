import { describe, expect, test } from 'vitest';
import { followLines } from '../../src/ledger/follow-lines.ts';
import {
  addRange,
  covers,
  describeRanges,
  type LineRange,
  shiftRanges,
} from '../../src/ledger/line-ranges.ts';

const range = (startLine: number, endLine: number): LineRange => ({ startLine, endLine });
const ranges = (...pairs: [number, number][]) => pairs.map(([start, end]) => range(start, end));

describe('line ranges', () => {
  test('join where they touch, and stay apart otherwise', () => {
    const joined = ranges([5, 6], [1, 2], [3, 3], [9, 9]).reduce<LineRange[]>(addRange, []);
    expect(describeRanges(joined)).toBe('1-3, 5-6, 9');
    expect(addRange(joined, range(4, 8))).toEqual(ranges([1, 9]));
    expect(addRange(joined, range(4, 3))).toEqual(joined);
  });

  test('cover what lies in one of them', () => {
    expect(covers(ranges([1, 3], [5, 9]), range(6, 9))).toBe(true);
    expect(covers(ranges([1, 3], [5, 9]), range(3, 5))).toBe(false);
    expect(covers([], range(1, 0))).toBe(true);
  });

  test('move along with an edit before them, and take in its new lines [FS-7]', () => {
    const edited = (newCount: number) =>
      shiftRanges(ranges([1, 4], [10, 12]), [{ ...range(3, 4), newCount }]);
    expect(edited(5)).toEqual(ranges([1, 7], [13, 15]));
    expect(edited(0)).toEqual(ranges([1, 2], [8, 10]));
  });
});

describe('lines after a formatter [FS-7]', () => {
  const follow = (shown: LineRange[], before: string, after: string) =>
    followLines(shown, Buffer.from(before), Buffer.from(after));

  test('move with what was put before them', () => {
    expect(follow(ranges([2, 3]), 'a\nb\nc\nd\n', 'x\ny\na\nb\nc\nd\n')).toEqual(ranges([4, 5]));
  });

  test('that were inserted are known between known lines only', () => {
    expect(follow(ranges([1, 2]), 'a\nb\n', 'h\na\nx\nb\n')).toEqual(ranges([1, 4]));
    expect(follow(ranges([1, 1]), 'a\nb\n', 'a\nx\nb\n')).toEqual(ranges([1, 1]));
  });

  test('that were changed stay known only where all of them were', () => {
    expect(follow(ranges([1, 4]), 'a\nb\nc\nd\n', 'a\nB\nbb\nc\nd\n')).toEqual(ranges([1, 5]));
    expect(follow(ranges([1, 2]), 'a\nb\nc\nd\n', 'a\nB\nC\nd\n')).toEqual(ranges([1, 1]));
  });
});
