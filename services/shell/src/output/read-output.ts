import { type FileHandle, open } from 'node:fs/promises';
import { explainSystemError, isSystemError } from '@cusp/protocol';
import { type Artifact, cutMiddle } from '@cusp/service-kit';
import { terminalText } from './terminal-text.ts';

const WHOLE_BYTES = 1024 * 1024;
const HEAD_BYTES = 128 * 1024;
const TAIL_BYTES = 256 * 1024;
const HEAD_SHARE = 0.4;

export interface Output {
  /** As a terminal would show it, without the last line end. */
  text: string;
  /** False when the middle is left out. */
  isWhole: boolean;
}

/**
 * Reads the output of a command, of which `cap` characters are shown: its head and its tail when it is longer. Of a
 * large file no more than these are read. Says so when the file was removed, with which the output is lost.
 */
export async function readOutput(artifact: Artifact, cap: number): Promise<Output> {
  const file = await openIfThere(artifact.path);
  if (!file) return { text: `(output lost: "${artifact.path}" was removed meanwhile)`, isWhole: true };
  try {
    const { size } = await file.stat();
    const where = `artifact:${artifact.id}`;
    return size <= WHOLE_BYTES
      ? await readWhole(file, size, cap, where)
      : await readEnds(file, size, cap, where);
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw explainSystemError(`read the output in "${path}"`, error);
  }
}

async function readWhole(file: FileHandle, size: number, cap: number, where: string): Promise<Output> {
  const text = toText(await readBytes(file, 0, size));
  if (text.length <= cap) return { text, isWhole: true };
  return { text: cutMiddle(text, cap, where), isWhole: false };
}

async function readEnds(file: FileHandle, size: number, cap: number, where: string): Promise<Output> {
  const head = withoutLastLine(toText(await readBytes(file, 0, HEAD_BYTES)), Math.floor(cap * HEAD_SHARE));
  const tail = withoutFirstLine(
    toText(await readBytes(file, size - TAIL_BYTES, TAIL_BYTES)),
    Math.ceil(cap * (1 - HEAD_SHARE)),
  );
  const marker = `… most of ${size} bytes left out; all of it: Read or Grep ${where} …`;
  return { text: `${head}\n${marker}\n${tail}`, isWhole: false };
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  return bytes.subarray(0, bytesRead);
}

function toText(bytes: Buffer): string {
  return terminalText(bytes.toString('utf8')).replace(/\n+$/, '');
}

// Both cuts fall into a line, and maybe into a character: the rest of that line goes when it is not most of the text.
function withoutLastLine(text: string, cap: number): string {
  const cut = text.slice(0, cap);
  const end = cut.lastIndexOf('\n');
  return end > cut.length / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF\uFFFD]$/, '');
}

function withoutFirstLine(text: string, cap: number): string {
  const cut = text.slice(Math.max(0, text.length - cap));
  const start = cut.indexOf('\n');
  return start !== -1 && start < cut.length / 2
    ? cut.slice(start + 1)
    : cut.replace(/^[\uDC00-\uDFFF\uFFFD]+/, '');
}
