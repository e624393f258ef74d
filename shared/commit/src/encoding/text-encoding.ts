/** The encodings that a text file may have; `windows-1252` stands for Latin-1 as well. */
export type EncodingName =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be'
  | 'gbk'
  | 'shift_jis'
  | 'windows-1252';

export interface TextEncoding {
  name: EncodingName;
  /** Whether the file starts with a byte order mark. */
  bom: boolean;
}

export interface DecodedText {
  /** Never holds the byte order mark. */
  text: string;
  encoding: TextEncoding;
}

/** One way between bytes and text; neither side knows byte order marks. */
export interface Codec {
  /** Undefined where the bytes are not valid. */
  decode(bytes: Buffer): string | undefined;
  /** Undefined where the encoding lacks a character; `text` is well-formed. */
  encode(text: string): Buffer | undefined;
}
