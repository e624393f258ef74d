import { describe, expect, test } from 'vitest';
import { JsonLineReader, MAX_MESSAGE_BYTES } from '../src/json-lines.ts';

function read(...chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const reader = new JsonLineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return lines;
}

describe('a stream of lines', () => {
  test.each<[string, (string | Buffer)[], string[]]>([
    ['one line', ['{"a":1}\n'], ['{"a":1}']],
    ['two lines in one chunk', ['a\nb\n'], ['a', 'b']],
    ['a line in three chunks', ['a', 'b', 'c\nd'], ['abc']],
    ['empty lines', ['\n\na\n'], ['a']],
    ['a character split between chunks', [Buffer.from([0xe2, 0x82]), Buffer.from([0xac, 0x0a])], ['€']],
  ])('%s', (_title, chunks, lines) => {
    expect(read(...chunks)).toEqual(lines);
  });

  test('a line of 9 MB in small chunks costs time linear in its size [PRO-8]', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const start = performance.now();
    const [line = ''] = read(...Array.from({ length: 144 }, () => chunk), '\n');
    expect(line).toHaveLength(144 * chunk.length);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('a line past the limit is refused before it fills memory', () => {
    const half = Buffer.alloc(MAX_MESSAGE_BYTES / 2 + 1);
    expect(() => read(half, half)).toThrow(RangeError);
  });
});
