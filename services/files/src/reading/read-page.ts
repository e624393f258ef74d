import type { FilesContext } from '../define.ts';
import { MAX_HASHED_BYTES, type Snapshot, snapshotOf } from '../ledger/file-stamp.ts';
import type { OpenedFile } from './opened-file.ts';
import type { Page } from './page.ts';
import { streamPage } from './stream-page.ts';
import { pageOfText, type WantedLines } from './text-page.ts';
import { decodeFile, readWhole } from './whole-file.ts';

/** A page of a file, and what the file was when it was read. */
export interface ReadPage extends Page {
  totalLines: number | undefined;
  /** Left out above 16 MB. */
  rawText?: string;
  snapshot: Snapshot;
}

/** Reads the lines asked for; of a file above 16 MB no more than it must. */
export async function readPage(
  file: OpenedFile,
  wanted: WantedLines,
  { state, signal }: Pick<FilesContext, 'state' | 'signal'>,
): Promise<ReadPage> {
  const cap = state.settings.readCap;
  if (file.stats.size > MAX_HASHED_BYTES) return streamPage(file, wanted, { cap, signal });
  const bytes = await readWhole(file);
  const { text } = decodeFile(bytes, file.name);
  return { ...pageOfText(text, wanted, cap), snapshot: snapshotOf(file.stats, bytes) };
}
