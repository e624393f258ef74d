import { escapeControls } from '../reading/show-name.ts';
import type { GrepQuery } from './grep-query.ts';
import type { MatchRecord } from './match-record.ts';
import type { FileRecord, Found } from './search-with-ripgrep.ts';

type ResultRecord = MatchRecord | FileRecord;

/** One page of a search as it is sent. */
export interface RenderedMatches {
  lines: string[];
  /** The records on the page. */
  sent: ResultRecord[];
  /** There is more before or after the page. */
  isTruncated: boolean;
}

/** Renders the page asked for; it ends at a line boundary before the cap, but never before its first line. */
export function renderMatches(
  { records, totals, stoppedAfterMs }: Found,
  query: GrepQuery,
  showPath: (path: string) => string,
): RenderedMatches {
  const { offset, limit, cap } = query.page;
  const lines: string[] = [];
  const sent: ResultRecord[] = [];
  let room = cap;
  for (const record of records.slice(offset, limit > 0 ? offset + limit : undefined)) {
    const previous = sent.at(-1);
    const isApart = previous !== undefined && query.before + query.after > 0 && !follows(record, previous);
    const added = [...(isApart ? ['--'] : []), renderRecord(record, query, showPath(record.path))];
    room -= added.reduce((length, line) => length + line.length + 1, 0);
    if (room < 0 && sent.length > 0) break;
    lines.push(...added);
    sent.push(record);
  }
  return { lines, sent, isTruncated: sent.length < totals.lines || stoppedAfterMs !== undefined };
}

function follows(record: ResultRecord, previous: ResultRecord): boolean {
  if (record.path !== previous.path) return false;
  if (record.kind === 'file' || previous.kind === 'file') return true;
  return record.line - previous.line <= 1;
}

function renderRecord(record: ResultRecord, { lineNumbers }: GrepQuery, name: string): string {
  const path = escapeControls(name);
  switch (record.kind) {
    case 'file':
      return path;
    case 'notice':
      return `${path}: ${record.text}`;
    case 'count':
      return `${path}:${record.text}`;
    case 'context':
      return lineNumbers ? `${path}-${record.line}-${record.text}` : `${path}-${record.text}`;
    default:
      return lineNumbers ? `${path}:${record.line}:${record.text}` : `${path}:${record.text}`;
  }
}
