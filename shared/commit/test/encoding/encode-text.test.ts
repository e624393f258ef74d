import { describe, expect, test } from 'vitest';
import { encodeText } from '../../src/index.ts';
import { failure } from '../scratch.ts';

async function refusal(text: string, name: 'gbk' | 'shift_jis' | 'windows-1252' | 'utf-8' | 'utf-16le') {
  return await failure((async () => encodeText(text, { name, bom: false }))());
}

describe('encodeText', () => {
  test('names the character that the encoding lacks, and its line [FS-3]', async () => {
    expect(await refusal('one\ntwo 中\n', 'windows-1252')).toMatchObject({
      code: 'unencodable',
      message: 'Cannot encode "中" (U+4E2D) on line 2: the file\'s encoding windows-1252 lacks it',
      hint: 'Use characters that the encoding has, or convert the file to UTF-8 first.',
    });
    expect(await refusal('😀', 'gbk')).toMatchObject({ code: 'unencodable' });
    expect(await refusal('ü', 'shift_jis')).toMatchObject({ code: 'unencodable' });
  });

  test('refuses half a surrogate pair in every encoding', async () => {
    for (const name of ['utf-8', 'utf-16le', 'gbk'] as const) {
      expect(await refusal('a\ud800b', name)).toMatchObject({
        code: 'unencodable',
        message: expect.stringContaining('U+D800'),
      });
    }
  });
});
