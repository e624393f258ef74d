import { findBreak, type LineBreak, readChunks, readChunksBackwards } from './byte-chunks.ts';

/** Bytes of a file that lines are looked for in. */
export interface LineSource {
  fd: number;
  size: number;
  lineBreak: LineBreak;
  signal: AbortSignal;
}

export interface LinePlace {
  /** The number of the line. */
  line: number;
  /** The offset of its first byte. */
  at: number;
  /** Known where the whole file was gone through. */
  totalLines?: number;
}

/** Where a line starts; past the end, the place behind the last line. */
export async function findLine(source: LineSource, wanted: number): Promise<LinePlace> {
  const { fd, size, lineBreak, signal } = source;
  let [line, lineStart] = [1, 0];
  for await (const { bytes, at } of readChunks(fd, 0, size, signal)) {
    for (let from = 0; line < wanted; line++) {
      const next = findBreak(bytes, from, lineBreak);
      if (next === -1) break;
      from = next + lineBreak.width;
      lineStart = at + from;
    }
    if (line === wanted && lineStart < size) return { line, at: lineStart };
  }
  const totalLines = lineStart < size ? line : line - 1;
  return { line: totalLines + 1, at: size, totalLines };
}

/** Where the last `count` lines start, and the number of lines in all. */
export async function findTail(source: LineSource, count: number): Promise<LinePlace> {
  const at = await findTailStart(source, count);
  const before = await countBreaks(source, 0, at);
  const after = await countBreaks(source, at, source.size);
  const isOpen = await lacksLastBreak(source);
  return { line: before + 1, at, totalLines: before + after + (isOpen ? 1 : 0) };
}

async function findTailStart(source: LineSource, count: number): Promise<number> {
  const { fd, size, lineBreak, signal } = source;
  let left = (await lacksLastBreak(source)) ? count : count + 1;
  for await (const { bytes, at } of readChunksBackwards(fd, size, signal)) {
    const breaks = breaksIn(bytes, lineBreak);
    if (breaks.length >= left) return at + (breaks.at(-left) ?? 0) + lineBreak.width;
    left -= breaks.length;
  }
  return 0;
}

function breaksIn(bytes: Buffer, lineBreak: LineBreak): number[] {
  const breaks: number[] = [];
  for (
    let at = findBreak(bytes, 0, lineBreak);
    at !== -1;
    at = findBreak(bytes, at + lineBreak.width, lineBreak)
  ) {
    breaks.push(at);
  }
  return breaks;
}

async function countBreaks({ fd, lineBreak, signal }: LineSource, from: number, to: number): Promise<number> {
  let count = 0;
  for await (const { bytes } of readChunks(fd, from, to, signal)) {
    for (
      let at = findBreak(bytes, 0, lineBreak);
      at !== -1;
      at = findBreak(bytes, at + lineBreak.width, lineBreak)
    ) {
      count++;
    }
  }
  return count;
}

async function lacksLastBreak({ fd, size, lineBreak, signal }: LineSource): Promise<boolean> {
  for await (const { bytes } of readChunks(fd, Math.max(0, size - lineBreak.width), size, signal)) {
    return !bytes.equals(lineBreak.bytes);
  }
  return false;
}
