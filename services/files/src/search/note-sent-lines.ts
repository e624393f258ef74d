import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { LineRange } from '../ledger/line-ranges.ts';
import type { MatchRecord } from './match-record.ts';
import type { FileRecord } from './search-with-ripgrep.ts';

/** Tells the ledger, file by file, which whole lines a content search sent. */
export function noteSentLines(
  sent: readonly (MatchRecord | FileRecord)[],
  base: string,
  noteFound: (realPath: string, ranges: LineRange[]) => void,
): void {
  const whole = sent.filter(isWholeLine);
  for (const [file, records] of groupByPath(whole)) {
    const realPath = realPathOf(path.resolve(base, file));
    const ranges = records.map(({ line }) => ({ startLine: line, endLine: line }));
    if (realPath !== undefined) noteFound(realPath, ranges);
  }
}

/** Undefined for a file that is gone by now, or whose name is not UTF-8, which may read as that of another file. */
function realPathOf(file: string): string | undefined {
  if (file.includes('\ufffd')) return undefined;
  try {
    return realpathSync(file);
  } catch {
    return undefined; // Its lines were sent all the same; they count as not shown.
  }
}

function isWholeLine(record: MatchRecord | FileRecord): record is MatchRecord {
  return (record.kind === 'match' || record.kind === 'context') && !record.isCut;
}

function groupByPath(records: readonly MatchRecord[]): Map<string, MatchRecord[]> {
  const groups = new Map<string, MatchRecord[]>();
  for (const record of records) {
    const group = groups.get(record.path);
    if (group) group.push(record);
    else groups.set(record.path, [record]);
  }
  return groups;
}
