import { compareBytes } from './byte-order.ts';
import type { Page } from './grep-query.ts';
import type { RecordSink } from './match-parser.ts';
import type { MatchRecord } from './match-record.ts';

/** A result line takes at least so many characters, its line end counted. */
const MIN_LINE_CHARACTERS = 4;
const SLACK_LINES = 1_000;

/** How much was found in all. */
export interface Totals {
  files: number;
  /** Lines that match; of those, with `-o`, each match. */
  matches: number;
  /** Records: matching and context lines, or files in count mode. */
  lines: number;
}

/**
 * Puts the records of a parallel search into the byte order of their paths and counts all of them, keeping hardly
 * more than what can be on the page asked for.
 */
export class MatchCollector implements RecordSink {
  readonly totals: Totals = { files: 0, matches: 0, lines: 0 };
  readonly #page: Page;
  /** No more lines than this can be up to the end of the page. */
  readonly #wanted: number;
  readonly #files = new Map<string, MatchRecord[]>();
  #kept = 0;
  #mostKept: number;
  /** Nothing after this path can be on the page. */
  #lastPath: string | undefined;
  /** Of the open file; undefined where none of them can be on the page. */
  #open: MatchRecord[] | undefined;
  /** Of the open file and of all, behind the offset. */
  #openCharacters = 0;
  #characters = 0;

  constructor(page: Page) {
    const { offset, limit, cap } = page;
    const most = Math.ceil(cap / MIN_LINE_CHARACTERS);
    this.#page = page;
    this.#wanted = offset + (limit > 0 ? Math.min(limit, most) : most) + 1;
    this.#mostKept = offset + SLACK_LINES;
  }

  // rg prints each file's lines in one piece.
  open(path: string): void {
    this.totals.files += 1;
    const isBeyond = this.#lastPath !== undefined && compareBytes(path, this.#lastPath) > 0;
    this.#open = isBeyond ? undefined : [];
    this.#openCharacters = 0;
    if (this.#open) this.#files.set(path, this.#open);
  }

  wantsText(): boolean {
    if (this.#open === undefined || this.#open.length >= this.#wanted) return false;
    return this.#openCharacters <= this.#page.cap;
  }

  add(record: MatchRecord): void {
    this.totals.lines += 1;
    this.totals.matches += countMatches(record);
    if (!this.#open || !this.wantsText()) return;
    this.#open.push(record);
    if (this.#open.length > this.#page.offset) this.#openCharacters += record.text.length;
    if (this.totals.lines > this.#page.offset) this.#characters += record.text.length;
    this.#kept += 1;
    if (this.#kept > this.#mostKept) this.#prune();
  }

  skip(kind: MatchRecord['kind']): void {
    this.totals.lines += 1;
    if (kind !== 'context') this.totals.matches += 1;
  }

  /** As much as the page can hold has been found. */
  get isFull(): boolean {
    return this.totals.lines >= this.#wanted || this.#characters > this.#page.cap;
  }

  /** What was kept, in byte order of the path. */
  records(): MatchRecord[] {
    return this.#inOrder().flatMap(([, records]) => records);
  }

  #inOrder(): [string, MatchRecord[]][] {
    return [...this.#files].sort(([a], [b]) => compareBytes(a, b));
  }

  #prune(): void {
    const { offset, cap } = this.#page;
    let lines = 0;
    let characters = 0;
    for (const [path, records] of this.#inOrder()) {
      if (lines >= this.#wanted || characters > cap) {
        this.#files.delete(path);
        continue;
      }
      this.#lastPath = path;
      for (const { text } of records) {
        lines += 1;
        if (lines > offset) characters += text.length;
      }
    }
    this.#kept = lines;
    this.#mostKept = 2 * lines + SLACK_LINES;
    if (this.#open && ![...this.#files.values()].includes(this.#open)) this.#open = undefined;
  }
}

function countMatches({ kind, text }: MatchRecord): number {
  if (kind === 'count') return Number(text);
  return kind === 'context' ? 0 : 1;
}
