import { cutMiddle } from '@cusp/service-kit';
import { describe, expect, test } from 'vitest';

describe('a text that is cut in the middle [PIPE-4]', () => {
  test('keeps whole lines of head and tail and says how much is missing', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const cut = cutMiddle(lines.join('\n'), 100, 'artifact:x').split('\n');
    expect(cut[0]).toBe('line 0');
    expect(cut.at(-1)).toBe('line 99');
    expect(cut.filter((line) => line.startsWith('…'))).toEqual([
      expect.stringMatching(/^… \d+ of 789 characters left out; all of it: Read or Grep artifact:x …$/),
    ]);
    for (const line of cut.filter((each) => !each.startsWith('…'))) expect(lines).toContain(line);
  });

  test('never splits a character of two code units', () => {
    const cut = cutMiddle('😀'.repeat(200), 101, 'artifact:x');
    expect(cut.isWellFormed()).toBe(true);
  });
});
