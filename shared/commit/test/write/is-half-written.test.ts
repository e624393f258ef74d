import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHalfWritten } from '../../src/write/write-in-place.ts';

/** What is on the disk after some bytes were written, before the file was cut. */
function interrupted(before: Buffer, after: Buffer, written: number): Buffer {
  return Buffer.concat([after.subarray(0, written), before.subarray(written)]);
}

test('an interrupted write in place is known at whatever byte it stopped', () => {
  const content = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(content, content, fc.nat(40), (before, after, stop) => {
      const now = interrupted(before, after, Math.min(stop, after.length));
      expect(isHalfWritten(now, before, after)).toBe(true);
    }),
  );
});

test('what someone else wrote is not taken for an interrupted write', () => {
  const [before, after] = [Buffer.from('the old text'), Buffer.from('a new text')];
  for (const now of ['', 'a new', 'a new textual', 'the old', 'theirs']) {
    expect(isHalfWritten(Buffer.from(now), before, after), now).toBe(false);
  }
});
