import { gbk, shiftJis } from './double-byte-codecs.ts';
import { gbkScore, shiftJisScore } from './double-byte-score.ts';

const SAMPLE = 4096;
const LEAST_CHARACTERS = 4;
/** From this share on, the zero bytes of ASCII and Latin characters are evidence enough. */
const NARROW_SHARE = 0.8;
/** From this share on, they are unless all other characters may be ASCII too. */
const MIXED_SHARE = 0.5;
/** Else, so many of the other characters are of one script, */
const LEAST_OF_ONE_SCRIPT = 0.9;
/** and of the ideographs so many are common. */
const LEAST_COMMON = 0.5;

/** In the blocks of today's scripts; what stands between words goes with any of them. */
const SCRIPTS = [
  /[\u3040-\u30ff\u4e00-\u9fff]/,
  /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/,
  /[\u0100-\u024f\u0370-\u074f\u0900-\u0dff\u0e00-\u0e7f\u1e00-\u1fff]/,
];
const BETWEEN_WORDS =
  /[\p{Emoji_Presentation}\u2000-\u206f\u20a0-\u22ff\u2500-\u257f\u3000-\u303f\uff00-\uffef]/u;
const IDEOGRAPH = /[\u4e00-\u9fff]/;

/** Whether a Chinese or Japanese character is one of the commonest few thousand. */
function isCommon(character: string): boolean {
  const chinese = gbk.encode(character);
  const japanese = shiftJis.encode(character);
  return (chinese && gbkScore(chinese) === 1) || (japanese && shiftJisScore(japanese) === 1) || false;
}

const shareOf = (count: number, all: number) => (all === 0 ? 1 : count / all);

function commonShare(characters: readonly string[]): number {
  const ideographs = characters.filter((character) => IDEOGRAPH.test(character));
  return shareOf(ideographs.filter(isCommon).length, ideographs.length);
}

function isOfOneScript(wide: readonly string[]): boolean {
  const shares = SCRIPTS.map((script) => {
    const fitting = wide.filter((character) => script.test(character) || BETWEEN_WORDS.test(character));
    return shareOf(fitting.length, wide.length);
  });
  return Math.max(...shares) >= LEAST_OF_ONE_SCRIPT;
}

const isAsciiOrNul = (byte: number) =>
  byte === 0 || (byte >= 0x09 && byte <= 0x0d) || (byte >= 0x20 && byte < 0x7f);

/** Whether the character's bytes would be two of an ASCII text, or one and a NUL. */
function looksNarrow(character: string): boolean {
  const unit = character.charCodeAt(0);
  return character.length === 1 && isAsciiOrNul(unit >> 8) && isAsciiOrNul(unit & 0xff);
}

/**
 * Whether the text that unmarked bytes give as UTF-16 or UTF-32 is one that people write, and not what a few NULs
 * among other bytes give by chance.
 */
export function isWrittenText(text: string): boolean {
  const characters = Array.from(text.slice(0, SAMPLE).replace(/[\ud800-\udbff]$/, ''));
  const wide = characters.filter((character) => character > '\xff');
  const narrowShare = 1 - wide.length / characters.length;
  if (characters.length < LEAST_CHARACTERS) return false;
  if (narrowShare >= NARROW_SHARE) return true;
  if (wide.every(looksNarrow)) return false;
  return narrowShare >= MIXED_SHARE || (isOfOneScript(wide) && commonShare(wide) >= LEAST_COMMON);
}
