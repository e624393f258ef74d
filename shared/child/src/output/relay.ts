import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Readable } from 'node:stream';
import { explainSystemError } from '@cusp/protocol';

const CHUNK_BYTES = 64 * 1024;
const SLOW_MS = 20;

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export interface Relay {
  relay: Readable;
  /** Settles when there was more than the cap allows. */
  overflowed: Promise<void>;
}

interface RelayTarget {
  path: string;
  /** How many bytes are written; what follows is read and dropped. */
  capBytes?: number;
}

/**
 * Appends what comes out of a pipe to a file, and closes both at its end. The stream it returns ends when all is
 * written; it fails, and the pipe breaks for those who write to it, when the file cannot be written.
 *
 * Written in place from one buffer: as fast as a child that writes to the file itself. While the disk
 * makes us wait, the thread pool writes instead, at half the speed, so that nothing else has to wait for it.
 * @param readEnd Descriptor of the pipe, taken over.
 */
export function relayToFile(readEnd: number, file: FileHandle, { path, capBytes }: RelayTarget): Relay {
  const { promise: overflowed, resolve: overflow } = withResolvers();
  let room = capBytes ?? Number.POSITIVE_INFINITY;
  let isSlow = false;
  const fail = (error: unknown) => reader.destroy(asError(explainSystemError(`write to "${path}"`, error)));

  const writeNow = (bytes: Buffer) => {
    const begin = performance.now();
    for (let at = 0; at < bytes.length; ) at += writeSync(file.fd, bytes, at);
    isSlow = performance.now() - begin > SLOW_MS;
  };
  const writeAside = async (bytes: Buffer) => {
    const begin = performance.now();
    await file.appendFile(bytes);
    isSlow = performance.now() - begin > SLOW_MS;
    reader.resume();
  };
  const take = (all: Buffer): boolean => {
    const bytes = all.subarray(0, room);
    room -= bytes.length;
    if (bytes.length < all.length) overflow();
    if (isSlow && bytes.length > 0) {
      writeAside(bytes).catch(fail);
      return false;
    }
    try {
      writeNow(bytes);
    } catch (error) {
      fail(error);
    }
    return true;
  };

  const onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(CHUNK_BYTES),
    callback: (length, { buffer, byteOffset }) => take(Buffer.from(buffer, byteOffset, length)),
  };
  // The types know `onread` only of `connect`, which hands it to this constructor.
  const options: SocketConstructorOpts & { onread: OnReadOpts } = {
    fd: readEnd,
    readable: true,
    writable: false,
    onread,
  };
  const reader = new Socket(options);
  // Whoever waits for the end of the stream is told.
  reader.on('error', () => undefined);
  // Waits for a write that is still under way.
  reader.once('close', () => file.close().catch(fail));
  return { relay: reader.resume(), overflowed };
}
