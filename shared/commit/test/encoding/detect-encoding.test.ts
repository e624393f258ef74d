import { describe, expect, test } from 'vitest';
import { detectEncoding, type EncodingName, encodeText } from '../../src/index.ts';

const TEXTS: [EncodingName, string][] = [
  ['utf-8', 'ein Satz mit 中文 und 😀 und é\n'.repeat(3)],
  ['utf-16le', 'some text 中文 😀 and more\n'.repeat(3)],
  ['utf-16be', 'some text 中文 😀 and more\n'.repeat(3)],
  ['utf-32le', 'some text 中文 😀\n'.repeat(3)],
  ['gbk', '中文测试, 这是第一行\n'.repeat(3)],
  ['shift_jis', '日本語のテストです abc\n'.repeat(3)],
];

describe('detectEncoding', () => {
  test.each(TEXTS)('tells %s wherever the prefix is cut', (name, text) => {
    const bytes = encodeText(text, { name, bom: false });
    for (let length = 60; length < bytes.length; length++) {
      expect(detectEncoding(bytes.subarray(0, length)), `cut at ${length}`).toEqual({ name, bom: false });
    }
  });

  test('tells Western text whose prefix ends after an accent', () => {
    const encoding = detectEncoding(Buffer.from('déjà', 'latin1'));

    expect(encoding).toEqual({ name: 'windows-1252', bom: false });
  });

  test('refuses what is not text', () => {
    expect(detectEncoding(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 2, 3, 0]))).toBeUndefined();
  });
});
