import { ToolError } from '@cusp/protocol';
import type { ReplacedLines } from '../ledger/line-ranges.ts';
import { type EditRequest, findEdit } from './find-edit.ts';
import { normalizeLineEnds, spliceMatches } from './line-ends.ts';
import { LinedText } from './lined-text.ts';
import type { LevelName } from './match/level.ts';
import { findPlaceholder } from './placeholders.ts';
import { type Region, regionsOf, replacedLines } from './regions.ts';

/** A text after an edit, and what the edit was; lines are those of the text before it. */
export interface AppliedEdit {
  /** With the file's own line ends. */
  text: string;
  before: LinedText;
  level: LevelName;
  replaced: ReplacedLines[];
  regions: Region[];
  /** Sentences for the caller. */
  notes: string[];
}

/**
 * Applies one edit to a file's text; every character outside what it matches stays.
 * @throws ToolError `invalid_input`, `no_match`, `ambiguous`.
 */
export function applyEdit(text: string, given: EditRequest, name: string): AppliedEdit {
  const request = {
    oldText: toLf(given.oldText),
    newText: toLf(given.newText),
    replaceAll: given.replaceAll,
  };
  refuseNonsense(request, name);
  const normalized = normalizeLineEnds(text);
  const before = new LinedText(normalized.text);
  const { level, matches, notes } = findEdit(before, request, name);
  return {
    text: spliceMatches(text, normalized, matches),
    before,
    level,
    replaced: replacedLines(before, matches),
    regions: regionsOf(before, matches),
    notes,
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
  refusePlaceholder('new_string', newText, oldText);
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
