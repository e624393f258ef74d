import { ToolError } from '@cusp/protocol';
import type { ReplacedLines } from '../ledger/line-ranges.ts';
import { type EditRequest, findEdit } from './find-edit.ts';
import { normalizeLineEnds, spliceMatches } from './line-ends.ts';
import { LinedText } from './lined-text.ts';
import type { LevelName, Match } from './match/level.ts';
import { findPlaceholder } from './placeholders.ts';
import { replacedLines } from './regions.ts';

const BYTE_ORDER_MARK = /^\ufeff/;

/** An edit that has found its place; lines are those of the text before it. */
export interface PlannedEdit {
  before: LinedText;
  level: LevelName;
  matches: Match[];
  replaced: ReplacedLines[];
  /** Sentences for the caller. */
  notes: string[];
  /** The text after the edit, with the file's own line ends; every character outside the matches stays. */
  apply: () => string;
}

/**
 * Finds the place of an edit in a file's text.
 * @throws ToolError `invalid_input`, `no_match`, `ambiguous`, `too_large`.
 */
export function planEdit(text: string, given: EditRequest, name: string): PlannedEdit {
  const normalized = normalizeLineEnds(text);
  const before = new LinedText(normalized.text);
  const { request, notes } = tidy(given, before.text);
  refuseNonsense(request, name);
  const found = findEdit(before, request, name);
  return {
    before,
    level: found.level,
    matches: found.matches,
    replaced: replacedLines(before, found.matches),
    notes: [...notes, ...found.notes],
    apply: () => spliceMatches(text, normalized, found.matches),
  };
}

/** The request with the file's line ends, and without a byte order mark, which is none of a file's text. */
function tidy(given: EditRequest, text: string): { request: EditRequest; notes: string[] } {
  const request = { ...given, oldText: toLf(given.oldText), newText: toLf(given.newText) };
  const bare = request.oldText.replace(BYTE_ORDER_MARK, '');
  if (bare === request.oldText || bare === '' || !text.startsWith(bare)) return { request, notes: [] };
  const newText = request.newText.replace(BYTE_ORDER_MARK, '');
  return {
    request: { ...request, oldText: bare, newText },
    notes: ['The byte order mark in old_string was left out; the file keeps its own.'],
  };
}

function refuseNonsense({ oldText, newText }: EditRequest, name: string): void {
  if (oldText === '') {
    throw new ToolError('invalid_input', `old_string is empty, but "${name}" is not`, {
      hint: 'Send the text to replace; Write replaces the whole file.',
    });
  }
  if (oldText === newText) {
    throw new ToolError('invalid_input', 'old_string and new_string are the same: nothing would change', {
      hint: 'Send the text as it should be in new_string.',
    });
  }
  refuseHalfCharacters('old_string', oldText);
  refuseHalfCharacters('new_string', newText);
  refusePlaceholder('new_string', newText, oldText);
}

/** @throws ToolError `invalid_input` where the text has half of a surrogate pair, which no file can hold. */
export function refuseHalfCharacters(field: string, text: string): void {
  if (text.isWellFormed()) return;
  throw new ToolError('invalid_input', `${field} has half a character (a lone surrogate)`, {
    hint: 'Send the character whole, or leave it out.',
  });
}

/** @throws ToolError `invalid_input` where a line of the text stands for others that were left out. */
export function refusePlaceholder(field: string, text: string, known: string): void {
  const placeholder = findPlaceholder(text, known);
  if (placeholder === undefined) return;
  throw new ToolError(
    'invalid_input',
    `${field} has a placeholder for text left out: ${JSON.stringify(placeholder)}`,
    {
      hint: 'Send the text in full, or edit only the lines that change.',
    },
  );
}

function toLf(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
