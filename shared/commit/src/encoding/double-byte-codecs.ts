import type { Codec } from './text-encoding.ts';

type CodeRange = [first: number, last: number];

const LINE_FEED = 0x0a;
const REPLACEMENT = 0xfffd;

interface CodePage {
  label: string;
  /** Single bytes beyond ASCII. */
  singles: CodeRange[];
  /** Lead bytes; where two codes mean one character, the earlier range wins. */
  leads: CodeRange[];
}

const GBK: CodePage = { label: 'gbk', singles: [], leads: [[0x81, 0xfe]] };

/** Windows writes IBM's extension (FA to FC), not NEC's copy of it (ED, EE). */
const SHIFT_JIS: CodePage = {
  label: 'shift_jis',
  singles: [[0xa1, 0xdf]],
  leads: [
    [0x81, 0x9f],
    [0xe0, 0xec],
    [0xef, 0xfc],
    [0xed, 0xee],
  ],
};

function* numbers([first, last]: CodeRange): Generator<number> {
  for (let number = first; number <= last; number++) yield number;
}

function* codesOf({ singles, leads }: CodePage): Generator<number[]> {
  for (let byte = 0; byte < 0x80; byte++) if (byte !== LINE_FEED) yield [byte];
  for (const range of singles) for (const byte of numbers(range)) yield [byte];
  for (const range of leads)
    for (const lead of numbers(range)) for (const trail of numbers([0x40, 0xfe])) yield [lead, trail];
}

/** What each code means, decoded in one go; a line end apart, twice, as an invalid lead byte takes one with it. */
function meanings(label: string, codes: readonly number[][]): string[] {
  const bytes = Uint8Array.from(codes.flatMap((code) => [...code, LINE_FEED, LINE_FEED]));
  return new TextDecoder(label).decode(bytes).split(/\n+/);
}

/** Code unit to code, 0 where there is none. */
function tableOf(page: CodePage): Uint16Array {
  const table = new Uint16Array(0x10000);
  const codes = [...codesOf(page)];
  meanings(page.label, codes).forEach((text, index) => {
    const unit = text.charCodeAt(0);
    if (text.length !== 1 || unit === REPLACEMENT || table[unit]) return;
    table[unit] = codes[index]?.reduce((sum, byte) => sum * 0x100 + byte, 0) ?? 0;
  });
  table[LINE_FEED] = LINE_FEED;
  return table;
}

function encodeWith(table: Uint16Array, text: string): Buffer | undefined {
  const bytes = Buffer.alloc(text.length * 2);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const code = table[unit];
    if (!code && unit !== 0) return undefined;
    if (code && code > 0xff) bytes[length++] = code >> 8;
    bytes[length++] = (code ?? 0) & 0xff;
  }
  return bytes.subarray(0, length);
}

function decodeStrictly(label: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function doubleByteCodec(page: CodePage): Codec {
  let table: Uint16Array | undefined;
  return {
    decode: (bytes) => decodeStrictly(page.label, bytes),
    encode(text) {
      table ??= tableOf(page);
      return encodeWith(table, text);
    },
  };
}

export const gbk = doubleByteCodec(GBK);
export const shiftJis = doubleByteCodec(SHIFT_JIS);
