import { isUtf8 } from 'node:buffer';
import type { Codec } from './text-encoding.ts';

const CHUNK = 8192;
const LAST_CODE_POINT = 0x10ffff;

export const utf8: Codec = {
  decode: (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : undefined),
  encode: (text) => Buffer.from(text, 'utf8'),
};

export const utf16le: Codec = {
  decode: (bytes) => (bytes.length % 2 === 0 ? bytes.toString('utf16le') : undefined),
  encode: (text) => Buffer.from(text, 'utf16le'),
};

export const utf16be: Codec = {
  decode: (bytes) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
};

function decodeCodePoints(bytes: Buffer, readAt: (offset: number) => number): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  let text = '';
  let points: number[] = [];
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const point = readAt(offset);
    const surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point > LAST_CODE_POINT || surrogate) return undefined;
    points.push(point);
    if (points.length === CHUNK) {
      text += String.fromCodePoint(...points);
      points = [];
    }
  }
  return text + String.fromCodePoint(...points);
}

export const utf32le: Codec = {
  decode: (bytes) => decodeCodePoints(bytes, (offset) => bytes.readUInt32LE(offset)),
  encode(text) {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const bytes = Buffer.alloc(points.length * 4);
    points.forEach((point, index) => {
      bytes.writeUInt32LE(point, index * 4);
    });
    return bytes;
  },
};

export const utf32be: Codec = {
  decode: (bytes) => decodeCodePoints(bytes, (offset) => bytes.readUInt32BE(offset)),
  encode: (text) => utf32le.encode(text)?.swap32(),
};
