import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { detectEncoding, type EncodingName } from '@cusp/commit';
import { ToolError } from '@cusp/protocol';
import { type HashedPart, type Snapshot, stampOf } from '../ledger/file-stamp.ts';
import { findBreak, lineBreakOf, readChunks } from './byte-chunks.ts';
import { findLine, findTail, type LineSource } from './find-line.ts';
import { LineReader } from './line-reader.ts';
import type { OpenedFile } from './opened-file.ts';
import { type Page, PageWriter } from './page.ts';
import type { WantedLines } from './text-page.ts';
import { binaryFile } from './whole-file.ts';

const SNIFFED_BYTES = 65_536;

/** A page of a file too big to be read whole. */
export interface StreamedPage extends Page {
  /** Left out where finding out would mean reading on to the end. */
  totalLines: number | undefined;
  snapshot: Snapshot;
}

/** The lines asked for, in memory for them alone. */
export async function streamPage(
  file: OpenedFile,
  { offset, limit }: WantedLines,
  { cap, signal }: { cap: number; signal: AbortSignal },
): Promise<StreamedPage> {
  const { fd, stats } = file;
  const encoding = sniff(file);
  const source = { fd, size: stats.size, lineBreak: lineBreakOf(encoding), signal };
  const start = offset < 0 ? await findTail(source, -offset) : await findLine(source, Math.max(1, offset));
  const writer = new PageWriter(start.line, { cap, limit });
  const to = await writeLines(source, start.at, writer, new LineReader(encoding));
  const page = writer.finish();
  const totalLines = start.totalLines ?? (to === stats.size ? page.endLine : undefined);
  const part = await hashPart(source, start.at, to);
  return { ...page, totalLines, snapshot: { stamp: stampOf(stats), parts: [part] } };
}

function sniff({ fd, stats, name }: OpenedFile): EncodingName {
  const head = Buffer.allocUnsafe(SNIFFED_BYTES);
  const encoding = detectEncoding(head.subarray(0, readSync(fd, head, 0, SNIFFED_BYTES, 0)));
  if (!encoding) throw binaryFile(name, stats.size);
  if (!encoding.name.startsWith('utf-32')) return encoding.name;
  throw new ToolError('too_large', `Cannot read "${name}": it is UTF-32 of ${stats.size} bytes`, {
    hint: 'Convert it first: `iconv -f UTF-32 -t UTF-8`.',
  });
}

/** Writes lines until the page is full; the offset behind the last one that fits. */
async function writeLines(
  { fd, size, lineBreak, signal }: LineSource,
  from: number,
  writer: PageWriter,
  line: LineReader,
): Promise<number> {
  let to = from;
  for await (const { bytes, at } of readChunks(fd, from, size, signal)) {
    let begin = 0;
    for (let next = findBreak(bytes, 0, lineBreak); next !== -1; next = findBreak(bytes, begin, lineBreak)) {
      line.add(bytes.subarray(begin, next));
      if (!writer.add(line.finish())) return to;
      begin = next + lineBreak.width;
      to = at + begin;
      if (writer.isFull) return to;
    }
    line.add(bytes.subarray(begin));
  }
  return to < size && writer.add(line.finish()) ? size : to;
}

async function hashPart({ fd, signal }: LineSource, from: number, to: number): Promise<HashedPart> {
  const hashed = createHash('sha256');
  for await (const { bytes } of readChunks(fd, from, to, signal)) hashed.update(bytes);
  return { from, to, hash: hashed.digest('hex') };
}
