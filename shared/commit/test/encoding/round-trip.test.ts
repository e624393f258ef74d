import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, type EncodingName, encodeText, type TextEncoding } from '../../src/index.ts';

const WESTERN = 'Une phrase française: déjà vu à Noël, „größer“ – 5 €\r\n';
const CHINESE = '这是一个测试文件，里面有中文。\n第二行 with ASCII\n';
const JAPANESE = 'これは日本語のテストです。カタカナと漢字\r\nsecond line\n';
const MIXED = `plain ${CHINESE}${JAPANESE}😀 é\r\n`;

const marked = (name: EncodingName, bom: boolean): TextEncoding => ({ name, bom });
const SAMPLES: [string, TextEncoding][] = [
  ['', marked('utf-8', false)],
  [MIXED, marked('utf-8', false)],
  [MIXED, marked('utf-8', true)],
  ...(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const).flatMap((name): [string, TextEncoding][] => [
    [MIXED, marked(name, false)],
    [MIXED, marked(name, true)],
  ]),
  [CHINESE, marked('gbk', false)],
  [JAPANESE, marked('shift_jis', false)],
  [WESTERN, marked('windows-1252', false)],
];

/** Whatever is accepted comes back as it was. */
function comesBack(bytes: Uint8Array): boolean {
  const decoded = decodeText(bytes);
  return !decoded || encodeText(decoded.text, decoded.encoding).equals(bytes);
}

describe('decodeText and encodeText', () => {
  test.each(SAMPLES)('take %j as %j and give back its bytes [FS-3]', (text, encoding) => {
    const bytes = encodeText(text, encoding);

    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  test('know the bytes that Windows writes', () => {
    expect(decodeText(Buffer.from('d6d0cec42c20b5dad2bbd0d0', 'hex'))).toEqual({
      text: '中文, 第一行',
      encoding: { name: 'gbk', bom: false },
    });
    expect(decodeText(Buffer.from('93fa967b8cea82cc83658358836782c582b7', 'hex'))).toEqual({
      text: '日本語のテストです',
      encoding: { name: 'shift_jis', bom: false },
    });
    expect(decodeText(Buffer.from('636166e920963520 80'.replace(' ', ''), 'hex'))).toEqual({
      text: 'café –5 €',
      encoding: { name: 'windows-1252', bom: false },
    });
  });

  test('give back any bytes that they accept', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), comesBack), { numRuns: 3000 });
  });

  test('give back bytes without NUL that they accept', () => {
    fc.assert(fc.property(fc.uint8Array({ min: 0x20, maxLength: 200 }), comesBack), { numRuns: 3000 });
  });

  test('give back pairs of high bytes, as code pages have them', () => {
    const pair = fc.tuple(fc.integer({ min: 0x81, max: 0xfe }), fc.integer({ min: 0x40, max: 0xfe }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 60 }), (pairs) => comesBack(Uint8Array.from(pairs.flat()))),
      { numRuns: 3000 },
    );
  });

  test('give back any text in every Unicode encoding', () => {
    const names = fc.constantFrom<EncodingName>('utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), names, (text, name) => {
        expect(decodeText(encodeText(text, { name, bom: true }))?.text).toBe(text);
      }),
    );
  });

  test('take Western words with accents side by side for Western text', () => {
    for (const word of ['créée', 'größer', 'naïve façade', 'Übergröße', 'été à Évian']) {
      const bytes = Buffer.from(`${word}\n`, 'latin1');
      expect(decodeText(bytes)?.encoding.name, word).toBe('windows-1252');
    }
  });

  test.each([
    ['a NUL in the middle of a text', Buffer.from('text\0text')],
    ['an ELF header', Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008', 'hex')],
    ['many control bytes', Buffer.from([1, 2, 3, 4, 5, 6, 65, 66])],
    ['half a surrogate pair in UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('refuse %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});
