import { ToolError } from '@cusp/protocol';
import { findListed } from './find-listed.ts';
import { readListing } from './line-prefixes.ts';
import type { LinedText } from './lined-text.ts';
import { findEvery } from './match/exact.ts';
import { findInLadder } from './match/ladder.ts';
import type { LevelName, Match, Wanted } from './match/level.ts';
import { describeOversize } from './match/size-guard.ts';
import { showNearest } from './nearest/show-nearest.ts';

const MAX_LISTED = 20;

/** What to replace in a file; line ends are `\n`. */
export interface EditRequest extends Wanted {
  replaceAll: boolean;
}

/** Where an edit goes, by place and without overlaps. */
export interface FoundEdit {
  level: LevelName;
  matches: Match[];
  /** What was done beside the edit itself, as sentences. */
  notes: string[];
}

/**
 * Finds what an edit is about.
 * @throws ToolError `no_match` with the nearest text, `ambiguous` with the lines.
 */
export function findEdit(file: LinedText, request: EditRequest, name: string): FoundEdit {
  const found = request.replaceAll ? findEveryPlace(file, request) : findOnePlace(file, request);
  if (!found) throw noMatch(file, request, name);
  if (!request.replaceAll) assertOne(file, found, request, name);
  return found;
}

function findEveryPlace(file: LinedText, request: EditRequest): FoundEdit | undefined {
  const matches = findEvery(file, request);
  return matches.length > 0 ? { level: 'exact', matches, notes: [] } : undefined;
}

function findOnePlace(file: LinedText, { oldText, newText }: EditRequest): FoundEdit | undefined {
  const asGiven = findInLadder(file, { oldText, newText });
  if (asGiven) return { ...asGiven, notes: [] };
  const listed = findListed(file, { oldText, newText });
  return listed && { ...listed, notes: ['Line numbers copied from a listing were taken off.'] };
}

function assertOne(file: LinedText, { level, matches }: FoundEdit, { oldText }: Wanted, name: string): void {
  const softly = level === 'exact' ? '' : ` (${level} match)`;
  if (matches.length > 1) {
    const lines = [...new Set(matches.map(({ start }) => file.lineAt(start)))];
    const listed = lines.slice(0, MAX_LISTED).join(', ') + (lines.length > MAX_LISTED ? ' …' : '');
    throw new ToolError(
      'ambiguous',
      `old_string matches ${matches.length} places in "${name}"${softly}: lines ${listed}`,
      { hint: 'Add lines around it until it is unique, or set replace_all to change all of them.' },
    );
  }
  const [match] = matches;
  const oversize = match && describeOversize(file.text.slice(match.start, match.end), oldText);
  if (!match || !oversize) return;
  const { startLine, endLine } = file.linesOf(match);
  throw new ToolError(
    'no_match',
    `The only match in "${name}", lines ${startLine}-${endLine}${softly}, is suspiciously large: ${oversize}`,
    { hint: 'Send the whole text that is to be replaced.' },
  );
}

function noMatch(file: LinedText, { oldText, replaceAll }: EditRequest, name: string): ToolError {
  const nearest = showNearest(file, readListing(oldText)?.text ?? oldText);
  const exactly = replaceAll ? ' exactly, as replace_all needs' : '';
  const message = `old_string is not in "${name}"${exactly}`;
  return new ToolError(
    'no_match',
    nearest ? `${message}\n${nearest}` : `${message}; nothing in it is alike`,
    {
      hint: nearest
        ? 'Send old_string as the file has it.'
        : 'Read the file, or Grep for the text elsewhere.',
    },
  );
}
