import { type Stats, statSync } from 'node:fs';
import type { Change } from '@cusp/protocol';
import { ToolError } from '@cusp/protocol';
import { isSameStamp, isUnchanged, readSnapshot, type Snapshot, snapshotOf, stampOf } from './file-stamp.ts';
import { followLines } from './follow-lines.ts';
import { addRange, covers, type LineRange, type ReplacedLines, shiftRanges } from './line-ranges.ts';
import { notShown } from './not-shown.ts';

interface Entry {
  snapshot: Snapshot;
  shown: LineRange[];
  /** What we wrote, from our write until the hooks of that call are done; what changes it meanwhile is ours too. */
  written?: Uint8Array;
}

/** A file as a tool that is about to change it has just read it. */
export interface CurrentFile {
  realPath: string;
  /** What results call it. */
  path: string;
  /** What messages call it. */
  name: string;
  stats: Stats;
  bytes: Uint8Array;
}

/** What one of our own writes left in a file. */
export interface WrittenContent {
  bytes: Uint8Array;
  hash: string | null | undefined;
}

/** Which lines of which files the caller has been shown, and what those files were then. Keys are real paths. */
export class ReadLedger {
  readonly #entries = new Map<string, Entry>();

  /**
   * Notes lines that really were sent to the caller.
   * @param snapshot What the file was when they were read: `snapshotOf` its stats and all its bytes, or above 16 MB
   * its stamp with the hash of the part that was shown.
   */
  noteShown(realPath: string, snapshot: Snapshot, ranges: readonly LineRange[]): void {
    const known = this.#entries.get(realPath);
    const entry = known && isSameContent(known.snapshot, snapshot) ? known : { snapshot, shown: [] };
    const parts = entry === known ? joinParts(known.snapshot, snapshot) : snapshot.parts;
    const shown = ranges.reduce<LineRange[]>(addRange, entry.shown);
    this.#entries.set(realPath, { ...entry, snapshot: { ...snapshot, parts }, shown });
  }

  /**
   * Notes lines that a search showed, reading the file to hash it; a file above 16 MB is left out.
   * Lines past the end of what is there now are no harm: an edit finds no text in them.
   */
  noteFound(realPath: string, ranges: readonly LineRange[]): void {
    const current = readSnapshot(realPath);
    if (current) this.noteShown(realPath, current.snapshot, ranges);
  }

  /** @throws ToolError `unread` where the file was not read, `changed` where it is not what was read. */
  requireCurrent({ realPath, name, stats, bytes }: CurrentFile): void {
    const entry = this.#entries.get(realPath);
    if (!entry) {
      throw new ToolError('unread', `"${name}" has not been read`, {
        hint: 'Read it first, then repeat the call.',
      });
    }
    if (isUnchanged(entry.snapshot, stats, bytes)) return;
    throw new ToolError('changed', `"${name}" has changed since it was read`, {
      hint: 'Read it again, then repeat the call with what it holds now.',
    });
  }

  /** @throws ToolError `unread` where some of the lines were not shown, or not whole. */
  requireShown(file: CurrentFile, ranges: readonly LineRange[]): void {
    const shown = this.#entries.get(file.realPath)?.shown ?? [];
    const hidden = ranges.find((lines) => !covers(shown, lines));
    if (hidden) throw notShown(file, hidden, shown);
  }

  /** Takes in a file whose whole content we wrote. */
  noteWritten(realPath: string, written: WrittenContent): void {
    const snapshot = snapshotOfWritten(realPath, written);
    if (!snapshot) return;
    const shown = addRange([], { startLine: 1, endLine: snapshot.lineCount ?? 0 });
    this.#entries.set(realPath, { snapshot, shown, written: written.bytes });
  }

  /** Takes in our own edit: the new content, and where the shown lines are now; `replaced` is by place, in the old file. */
  noteEdited(realPath: string, written: WrittenContent, replaced: readonly ReplacedLines[]): void {
    const snapshot = snapshotOfWritten(realPath, written);
    if (!snapshot) return;
    const known = this.#entries.get(realPath)?.shown ?? [];
    const shown = shiftRanges(known, replaced);
    this.#entries.set(realPath, { snapshot, shown, written: written.bytes });
  }

  /**
   * Follows what a call of the run changed. Its list moves and drops entries; once its hooks are done, what they made
   * of a file that we wrote counts as ours.
   */
  follow(changes: readonly Change[], stage: 'call' | 'settled'): void {
    for (const change of changes) {
      if (stage === 'settled') this.#settle(change.path);
      else if (change.kind === 'delete') this.#entries.delete(change.path);
      else if (change.kind === 'move' && change.from !== undefined) this.#move(change.from, change);
      else this.#adopt(change.path, change);
    }
  }

  #move(from: string, change: Change): void {
    const entry = this.#entries.get(from);
    this.#entries.delete(from);
    if (!entry) return;
    this.#entries.set(change.path, entry);
    this.#adopt(change.path, change);
  }

  /** Another service of the run wrote the file: what we knew of it holds if it started from there. */
  #adopt(realPath: string, { hashBefore, hashAfter }: Change): void {
    const entry = this.#entries.get(realPath);
    const known = entry?.snapshot.parts[0]?.hash;
    if (!entry || known === hashAfter || known !== hashBefore) return;
    const current = readSnapshot(realPath);
    if (current?.snapshot.parts[0]?.hash !== hashAfter) return;
    const shown = keepShown(entry, current.snapshot);
    this.#entries.set(realPath, { snapshot: current.snapshot, shown, written: current.bytes });
  }

  #settle(realPath: string): void {
    const entry = this.#entries.get(realPath);
    if (!entry?.written) return;
    const { written, ...settled } = entry;
    this.#entries.set(realPath, settled);
    const stats = statSync(realPath, { throwIfNoEntry: false });
    if (stats && isSameStamp(stampOf(stats), entry.snapshot.stamp)) return;
    const current = readSnapshot(realPath);
    if (!current) return;
    const shown = followLines(entry.shown, written, current.bytes);
    this.#entries.set(realPath, { snapshot: current.snapshot, shown });
  }
}

/** Undefined where the file is gone again already. */
function snapshotOfWritten(realPath: string, { bytes, hash }: WrittenContent): Snapshot | undefined {
  const stats = statSync(realPath, { throwIfNoEntry: false });
  return stats && hash ? snapshotOf(stats, bytes, hash) : undefined;
}

/** Another tool's lines are known where it kept their number, or where all were known. */
function keepShown({ shown, snapshot }: Entry, { lineCount = 0 }: Snapshot): LineRange[] {
  if (snapshot.lineCount === lineCount) return shown;
  const knewAll = covers(shown, { startLine: 1, endLine: snapshot.lineCount ?? Number.POSITIVE_INFINITY });
  return knewAll ? addRange([], { startLine: 1, endLine: lineCount }) : [];
}

function isSameContent(known: Snapshot, { stamp, parts }: Snapshot): boolean {
  const isWhole = parts.some(({ from, to }) => from === 0 && to === stamp.size);
  return isWhole ? known.parts[0]?.hash === parts[0]?.hash : isSameStamp(known.stamp, stamp);
}

function joinParts(known: Snapshot, { parts }: Snapshot): Snapshot['parts'] {
  const fresh = parts.filter(
    ({ from, to }) => !known.parts.some((part) => part.from === from && part.to === to),
  );
  return [...known.parts, ...fresh];
}
