import type { EncodingName } from './text-encoding.ts';

/** UTF-32LE stands before UTF-16LE, whose mark it starts with. */
const MARKS: [EncodingName, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
  ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

interface MarkedBytes {
  name: EncodingName;
  rest: Buffer;
}

/** What the first bytes may announce, likeliest first. */
export function splitMark(bytes: Buffer): MarkedBytes[] {
  return MARKS.filter(([, mark]) => bytes.subarray(0, mark.length).equals(mark)).map(([name, mark]) => ({
    name,
    rest: bytes.subarray(mark.length),
  }));
}

export function markOf(name: EncodingName): Buffer {
  return MARKS.find(([marked]) => marked === name)?.[1] ?? Buffer.alloc(0);
}
