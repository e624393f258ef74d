import { decodeText } from './decode-text.ts';
import type { EncodingName, TextEncoding } from './text-encoding.ts';

const LONGEST_CUT = 3;
const UTF8_START = /^[\xc2-\xf4][\x80-\xbf]*$/;

function canStartCharacter(name: EncodingName, tail: Buffer): boolean {
  if (name === 'windows-1252') return false;
  if (name === 'utf-8') return UTF8_START.test(tail.toString('latin1'));
  if (name === 'gbk' || name === 'shift_jis') return tail.length === 1 && (tail[0] ?? 0) > 0x80;
  return true;
}

/**
 * Tells a file's encoding from its first bytes, which may end inside a character.
 * @returns Undefined when they are not text.
 */
export function detectEncoding(prefix: Buffer): TextEncoding | undefined {
  const whole = decodeText(prefix)?.encoding;
  if (whole && whole.name !== 'windows-1252') return whole;
  for (let cut = 1; cut <= Math.min(LONGEST_CUT, prefix.length); cut++) {
    const head = prefix.subarray(0, -cut);
    const encoding = decodeText(head)?.encoding;
    if (encoding && canStartCharacter(encoding.name, prefix.subarray(-cut))) return encoding;
  }
  return whole;
}
