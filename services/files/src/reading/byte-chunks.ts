import { read as readCallback } from 'node:fs';
import { promisify } from 'node:util';
import type { EncodingName } from '@cusp/commit';

const read = promisify(readCallback);

/** A multiple of every code unit's width. */
const CHUNK_BYTES = 1_048_576;

export interface Chunk {
  /** Valid until the next chunk is asked for. */
  bytes: Buffer;
  /** The offset of its first byte in the file. */
  at: number;
}

/** The bytes of a file from `from` to `to` in order, in one buffer that is used again and again. */
export async function* readChunks(
  fd: number,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, to - from)));
  for (let at = from; at < to; ) {
    signal.throwIfAborted();
    const { bytesRead } = await read(fd, buffer, 0, Math.min(buffer.length, to - at), at);
    if (bytesRead === 0) return;
    yield { bytes: buffer.subarray(0, bytesRead), at };
    at += bytesRead;
  }
}

/** The bytes of a file before `to`, last chunk first. */
export async function* readChunksBackwards(
  fd: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  for (let end = to; end > 0; ) {
    const start = Math.max(0, Math.floor((end - 1) / CHUNK_BYTES) * CHUNK_BYTES);
    for await (const chunk of readChunks(fd, start, end, signal)) yield chunk;
    end = start;
  }
}

/** How a line ends in the bytes of an encoding. */
export interface LineBreak {
  bytes: Buffer;
  /** Bytes of a code unit. */
  width: number;
}

const WIDE: Partial<Record<EncodingName, LineBreak>> = {
  'utf-16le': { bytes: Buffer.from([0x0a, 0]), width: 2 },
  'utf-16be': { bytes: Buffer.from([0, 0x0a]), width: 2 },
};
const NARROW: LineBreak = { bytes: Buffer.from([0x0a]), width: 1 };

export function lineBreakOf(encoding: EncodingName): LineBreak {
  return WIDE[encoding] ?? NARROW;
}

/** Where the next line break starts at or after `from`, -1 where there is none. */
export function findBreak(bytes: Buffer, from: number, { bytes: wanted, width }: LineBreak): number {
  if (width === 1) return bytes.indexOf(0x0a, from);
  let at = bytes.indexOf(wanted, from);
  while (at !== -1 && at % width !== 0) at = bytes.indexOf(wanted, at + 1);
  return at;
}
