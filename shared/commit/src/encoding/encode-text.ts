import { ToolError } from '@cusp/protocol';
import { markOf } from './byte-order-mark.ts';
import { CODECS } from './codecs.ts';
import type { Codec, TextEncoding } from './text-encoding.ts';

const LONE_SURROGATE = /\p{Cs}/u;

function encodeWellFormed(codec: Codec, text: string): Buffer | undefined {
  return LONE_SURROGATE.test(text) ? undefined : codec.encode(text);
}

function unencodable(text: string, encoding: TextEncoding): ToolError {
  let line = 1;
  for (const character of text) {
    if (!encodeWellFormed(CODECS[encoding.name], character)) return lacking(character, line, encoding);
    if (character === '\n') line++;
  }
  return lacking('', line, encoding);
}

function lacking(character: string, line: number, { name }: TextEncoding): ToolError {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const shown = LONE_SURROGATE.test(character)
    ? `U+${point} (half a surrogate pair)`
    : `"${character}" (U+${point})`;
  return new ToolError(
    'unencodable',
    `Cannot encode ${shown} on line ${line}: the file's encoding ${name} lacks it`,
    {
      hint: 'Use characters that the encoding has, or convert the file to UTF-8 first.',
    },
  );
}

/**
 * Encodes a file's text, byte order mark included.
 * @throws ToolError `unencodable` that names the first character the encoding lacks, and its line.
 */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
  const bytes = encodeWellFormed(CODECS[encoding.name], text);
  if (!bytes) throw unencodable(text, encoding);
  return encoding.bom ? Buffer.concat([markOf(encoding.name), bytes]) : bytes;
}
