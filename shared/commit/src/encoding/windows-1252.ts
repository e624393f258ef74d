import type { Codec } from './text-encoding.ts';

/** 0x80 to 0x9F; the five bytes that the code page leaves open stand for the C1 controls, as browsers read them. */
const UPPER =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const BYTES = new Map(
  Array.from(UPPER, (character, index) => [character, String.fromCharCode(0x80 + index)]),
);
const OPEN_BYTES = /[\x80-\x9f]/g;

export const windows1252: Codec = {
  decode: (bytes) =>
    bytes.toString('latin1').replace(OPEN_BYTES, (byte) => UPPER.charAt(byte.charCodeAt(0) - 0x80)),

  encode(text) {
    // C1 controls that the code page gives to other characters have no byte of their own.
    const narrow = text.replace(
      /[\u0080-\u009f\u0100-\uffff]/g,
      (character) => BYTES.get(character) ?? '\uffff',
    );
    return narrow.includes('\uffff') ? undefined : Buffer.from(narrow, 'latin1');
  },
};
