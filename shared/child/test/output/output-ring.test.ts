import { describe, expect, test } from 'vitest';
import { OutputRing } from '../../src/index.ts';

function ringOf(
  options: ConstructorParameters<typeof OutputRing>[0],
  ...chunks: (string | Buffer)[]
): OutputRing {
  const ring = new OutputRing(options);
  for (const chunk of chunks) ring.write(Buffer.from(chunk));
  return ring;
}

/** What a ring must keep, computed from the whole text. */
function expectedText(whole: Buffer, bytes: number): string {
  if (whole.length <= bytes) return whole.toString();
  const head = whole.subarray(0, Math.floor(bytes / 2));
  const tail = whole.subarray(whole.length - (bytes - head.length));
  return `${head}\n… ${whole.length - bytes} bytes left out …\n${tail}`;
}

describe('OutputRing', () => {
  test('keeps all that fits', () => {
    const ring = ringOf({ bytes: 10 }, 'hello', 'world');
    expect([ring.text(), ring.droppedBytes]).toEqual(['helloworld', 0]);
  });

  test('keeps head and tail and says what it left out', () => {
    const ring = ringOf({ bytes: 10 }, 'hello', ' wide ', 'world');
    expect(ring.text()).toBe('hello\n… 6 bytes left out …\nworld');
  });

  test('keeps the tail alone when asked to', () => {
    expect(ringOf({ bytes: 5, keep: 'tail' }, 'hello', ' wide ', 'world').text()).toBe('world');
    expect(ringOf({ bytes: 5, keep: 'tail' }, 'hello world').text()).toBe('world');
  });

  test.each([1, 2, 3, 7, 10, 64])('keeps the same however it is chunked: by %i bytes', (size) => {
    const whole = Buffer.from(Array.from({ length: 100 }, (_, index) => `${index},`).join(''));
    for (const bytes of [0, 1, 2, 9, 32, 289, 290, 291, 1000]) {
      const ring = new OutputRing({ bytes });
      for (let at = 0; at < whole.length; at += size) ring.write(whole.subarray(at, at + size));
      expect(ring.droppedBytes).toBe(Math.max(0, whole.length - bytes));
      if (bytes > 1) expect(ring.text()).toBe(expectedText(whole, bytes));
    }
  });

  test('joins a character that was split between chunks [SH-8]', () => {
    const euro = Buffer.from('€');
    expect(ringOf({ bytes: 10 }, euro.subarray(0, 1), euro.subarray(1)).text()).toBe('€');
  });

  test.each([8, 9, 10, 11, 12, 13])('breaks no character at an edge: %i bytes of a text [SH-8]', (bytes) => {
    for (const text of ['€€€€€€€€€', 'äöüäöüäöüäöü', '😀😀😀😀😀😀']) {
      const [both, tail] = [ringOf({ bytes }, text), ringOf({ bytes, keep: 'tail' }, text)];
      expect(both.text()).not.toContain('\ufffd');
      expect(tail.text()).not.toContain('\ufffd');
      expect(tail.text().length).toBeGreaterThan(0);
      expect(text.endsWith(tail.text())).toBe(true);
    }
  });

  test('holds back a character whose end has not come yet', () => {
    const euro = Buffer.from('€');
    expect(ringOf({ bytes: 10 }, 'a', euro.subarray(0, 2)).text()).toBe('a');
  });

  test('shows invalid UTF-8 as replacement characters [SH-8]', () => {
    expect(ringOf({ bytes: 20 }, Buffer.from([0x61, 0xff, 0xfe, 0x80, 0x62])).text()).toBe(
      'a\ufffd\ufffd\ufffdb',
    );
    const binary = ringOf({ bytes: 8, keep: 'tail' }, Buffer.alloc(1000, 0x80));
    expect(binary.text()).toBe('\ufffd'.repeat(5));
  });

  test('stays within its bytes whatever is written', () => {
    const ring = new OutputRing({ bytes: 1000 });
    const before = process.memoryUsage().arrayBuffers;
    const chunk = Buffer.alloc(1_000_000, 'x');
    for (let round = 0; round < 500; round++) ring.write(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3_000_000);
    expect(ring.droppedBytes).toBe(500_000_000 - 1000);
  });
});
