import { gbk, shiftJis } from './double-byte-codecs.ts';
import type { Codec, EncodingName } from './text-encoding.ts';
import { utf8, utf16be, utf16le, utf32be, utf32le } from './unicode-codecs.ts';
import { windows1252 } from './windows-1252.ts';

export const CODECS: Record<EncodingName, Codec> = {
  'utf-8': utf8,
  'utf-16le': utf16le,
  'utf-16be': utf16be,
  'utf-32le': utf32le,
  'utf-32be': utf32be,
  gbk,
  shift_jis: shiftJis,
  'windows-1252': windows1252,
};
