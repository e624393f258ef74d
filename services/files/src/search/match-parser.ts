import { LineWindow, MAX_LINE_BYTES } from './line-window.ts';
import { findPathEnd, type MatchRecord, type RecordHead, readHead } from './match-record.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MAX_PENDING_BYTES = 64 * 1024;
const SEPARATOR = '--';
const NO_BYTES: Buffer = Buffer.alloc(0);
const NOTICE = /^(?<path>.*): (?<text>(?:binary file matches|WARNING: stopped searching binary file) .*)$/s;

/** Takes the records of a search, file by file. */
export interface RecordSink {
  /** The records that follow are of this file, which is not that of those before. */
  open: (path: string) => void;
  /** Whether the text of further records of the open file is wanted; of others only their kind is told. */
  wantsText: () => boolean;
  add: (record: MatchRecord) => void;
  skip: (kind: MatchRecord['kind']) => void;
}

/** Reads what ripgrep prints with `--null --line-number --column`, or with `--null --count`; lines of any length. */
export class MatchParser {
  readonly #sink: RecordSink;
  readonly #onlyMatching: boolean;
  #pending = NO_BYTES;
  #long: { head: RecordHead; window: LineWindow } | undefined;
  /** The start of a path that has a line end in it. */
  #pathStart = '';
  #path: string | undefined;
  #pathBytes = NO_BYTES;

  constructor(sink: RecordSink, { onlyMatching = false } = {}) {
    this.#sink = sink;
    this.#onlyMatching = onlyMatching;
  }

  push(chunk: Buffer): void {
    const bytes = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      if (this.#long) this.#endLong(bytes.subarray(0, end));
      else this.#takeLine(bytes, start, end);
      start = end + 1;
    }
    this.#pending = this.#keep(bytes.subarray(start));
  }

  #takeLine(bytes: Buffer, start: number, end: number): void {
    const pathEnd = findPathEnd(bytes, start, end);
    if (pathEnd === -1) {
      this.#takeHeadless(bytes.toString('utf8', start, end));
      return;
    }
    this.#enterPath(bytes, start, pathEnd);
    const head = readHead(bytes, pathEnd);
    if (head.kind === 'count' || this.#sink.wantsText())
      this.#takeText(head, bytes.subarray(head.textStart, end));
    else this.#sink.skip(head.kind);
  }

  #takeText(head: RecordHead, text: Buffer): void {
    if (text.length <= MAX_LINE_BYTES) {
      const end = text.at(-1) === CARRIAGE_RETURN ? text.length - 1 : text.length;
      this.#add(head, text.toString('utf8', 0, end), false);
      return;
    }
    const window = this.#openWindow(head);
    window.add(text);
    this.#add(head, window.text(), true);
  }

  #takeHeadless(line: string): void {
    const { path, text } = NOTICE.exec(this.#pathStart + line)?.groups ?? {};
    if (path !== undefined && text !== undefined) {
      this.#pathStart = '';
      this.#openPath(path, NO_BYTES);
      this.#sink.add({ path, line: 0, kind: 'notice', text, isCut: true });
    } else if (line !== SEPARATOR || this.#pathStart !== '') {
      this.#pathStart += `${line}\n`;
    }
  }

  /** What has no line end yet: kept as it is while it is short, else as a window of a long line. */
  #keep(rest: Buffer): Buffer {
    const none = rest.subarray(rest.length);
    if (this.#long) {
      this.#long.window.add(rest);
      return none;
    }
    const pathEnd = rest.length > MAX_PENDING_BYTES ? findPathEnd(rest, 0, rest.length) : -1;
    if (pathEnd === -1) return rest;
    this.#enterPath(rest, 0, pathEnd);
    const head = readHead(rest, pathEnd);
    this.#long = { head, window: this.#openWindow(head) };
    this.#long.window.add(rest.subarray(head.textStart));
    return none;
  }

  #endLong(lastPiece: Buffer): void {
    if (!this.#long) return;
    const { head, window } = this.#long;
    this.#long = undefined;
    window.add(lastPiece);
    if (this.#sink.wantsText()) this.#add(head, window.text(), true);
    else this.#sink.skip(head.kind);
  }

  #openWindow({ column }: RecordHead): LineWindow {
    return new LineWindow(this.#onlyMatching ? 0 : column);
  }

  #enterPath(bytes: Buffer, start: number, end: number): void {
    if (this.#pathStart === '' && this.#path !== undefined && isSame(this.#pathBytes, bytes, start, end))
      return;
    const path = this.#pathStart + bytes.toString('utf8', start, end);
    this.#pathStart = '';
    this.#openPath(path, Buffer.from(bytes.subarray(start, end)));
  }

  #openPath(path: string, bytes: Buffer): void {
    if (path !== this.#path) this.#sink.open(path);
    this.#path = path;
    this.#pathBytes = bytes;
  }

  #add({ kind, line }: RecordHead, text: string, isCut: boolean): void {
    this.#sink.add({ path: this.#path ?? '', line, kind, text, isCut });
  }
}

// Most lines are of the file of the line before; a call into native code for each would cost more than the search.
function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = known.length - 1; at >= 0; at--) {
    if (known[at] !== bytes[start + at]) return false;
  }
  return true;
}
