import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, type EncodingName, encodeText } from '../../src/index.ts';

const WIDE: EncodingName[] = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];
const TEXTS = [
  'word',
  'Hi!\n',
  'const answer = 42; // 中\n',
  'Größe: 5 €, „süß“\n',
  '你好世界\n',
  '中文\n你好\n',
  '你好，世界\n第二行\n',
  '這是一個測試檔案\n',
  '一二三四五\n',
  'これはテスト\n',
  '안녕하세요\n',
  'Привет\n',
  'שלום עולם\n',
  'ok 😀👍\n',
];

const ascii = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 .,;{}()\t\n');
const fewNuls = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });

/** `bytes` with a NUL at each of the places. */
function withNuls(bytes: number[], places: readonly number[]): Buffer {
  const all = [...bytes];
  for (const place of places) all.splice(place % (all.length + 1), 0, 0);
  return Buffer.from(all);
}

describe('bytes with NUL and without a mark', () => {
  test.each(TEXTS)('are %j where a wide encoding gives that [FS-3]', (text) => {
    for (const name of WIDE) {
      const bytes = encodeText(text, { name, bom: false });
      expect(decodeText(bytes), name).toEqual({ text, encoding: { name, bom: false } });
    }
  });

  test.each(['abc\0def\n', 'a\0bcd\0ef', 'one\0two\0', 'key=value\0\n', 'x\0\0\0'])(
    'are binary where %j is ASCII with NULs',
    (text) => {
      expect(decodeText(Buffer.from(text, 'latin1'))).toBeUndefined();
    },
  );

  test('are never text where a few NULs were put into ASCII', () => {
    const text = fc.array(ascii, { minLength: 6, maxLength: 200 });
    fc.assert(
      fc.property(text, fewNuls, (characters, places) => {
        const bytes = characters.map((character) => character.charCodeAt(0));
        expect(decodeText(withNuls(bytes, places))).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  test('are never text where a few NULs were put into words and numbers', () => {
    const word = fc.constantFrom('the', 'value', 'of', 'name', '=', '1024', 'function', 'return', '\n', ' ');
    fc.assert(
      fc.property(fc.array(word, { minLength: 6, maxLength: 60 }), fewNuls, (words, places) => {
        expect(decodeText(withNuls([...Buffer.from(words.join(''))], places))).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  test('are never text where they are random', () => {
    const random = fc.noBias(fc.uint8Array({ minLength: 16, maxLength: 200 }));
    fc.assert(
      fc.property(random, fewNuls, (bytes, places) => {
        expect(decodeText(withNuls([...bytes], places))).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });
});
