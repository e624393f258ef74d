import { splitMark } from './byte-order-mark.ts';
import { CODECS } from './codecs.ts';
import { gbkScore, shiftJisScore } from './double-byte-score.ts';
import { isCodePageText, isLikelyText, isText } from './plausibility.ts';
import type { DecodedText, EncodingName } from './text-encoding.ts';
import { isWrittenText } from './wide-evidence.ts';

/** Below this share of common characters, bytes are taken for Western text. */
const LEAST_SCORE = 0.7;

function decodeMarked(bytes: Buffer): DecodedText | undefined {
  for (const { name, rest } of splitMark(bytes)) {
    const text = CODECS[name].decode(rest);
    if (text !== undefined && isText(text)) return { text, encoding: { name, bom: true } };
  }
  return undefined;
}

function countZeros(bytes: Buffer, parity: 0 | 1): number {
  let zeros = 0;
  for (let index = parity; index < bytes.length; index += 2) if (bytes[index] === 0) zeros++;
  return zeros;
}

function wideCandidates(bytes: Buffer): EncodingName[] {
  const little = countZeros(bytes, 1) >= countZeros(bytes, 0);
  return little
    ? ['utf-32be', 'utf-32le', 'utf-16le', 'utf-16be']
    : ['utf-32le', 'utf-32be', 'utf-16be', 'utf-16le'];
}

function decodeWide(bytes: Buffer): DecodedText | undefined {
  for (const name of wideCandidates(bytes)) {
    const text = CODECS[name].decode(bytes);
    if (text === undefined || !isLikelyText(text) || !isWrittenText(text)) continue;
    return { text, encoding: { name, bom: false } };
  }
  return undefined;
}

function codePageCandidates(bytes: Buffer): EncodingName[] {
  const scored: [EncodingName, number][] = [
    ['gbk', gbkScore(bytes)],
    ['shift_jis', shiftJisScore(bytes)],
  ];
  const likely = scored.filter(([, score]) => score >= LEAST_SCORE).sort((a, b) => b[1] - a[1]);
  return [...likely.map(([name]) => name), 'windows-1252'];
}

function decodeCodePage(bytes: Buffer): DecodedText | undefined {
  for (const name of codePageCandidates(bytes)) {
    const text = CODECS[name].decode(bytes);
    if (text === undefined || !isCodePageText(text)) continue;
    if (CODECS[name].encode(text)?.equals(bytes)) return { text, encoding: { name, bom: false } };
  }
  return undefined;
}

/**
 * Decodes a whole file. What it accepts, `encodeText` turns back into the same bytes.
 * @returns Undefined when the bytes are not text.
 */
export function decodeText(content: Uint8Array): DecodedText | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const marked = decodeMarked(bytes);
  if (marked) return marked;
  if (bytes.includes(0)) return decodeWide(bytes);
  const text = CODECS['utf-8'].decode(bytes);
  if (text === undefined) return decodeCodePage(bytes);
  const markLike = text.startsWith('\ufeff');
  return isText(text) && !markLike ? { text, encoding: { name: 'utf-8', bom: false } } : undefined;
}
