import type { ArtifactStore } from './artifacts.ts';

const HEAD_SHARE = 0.4;

/**
 * Cuts a text past `cap` characters to its head and tail, at line ends where there are some near, and keeps it whole
 * as an artifact.
 * @returns The text as it is when it is short enough.
 */
export async function offloadText(text: string, cap: number, artifacts: ArtifactStore): Promise<string> {
  if (text.length <= cap) return text;
  const { id } = await artifacts.write('output', text);
  return cutMiddle(text, cap, `artifact:${id}`);
}

/** The head and tail of a text with a line between that says how much is missing and where all of it is. */
export function cutMiddle(text: string, cap: number, whereAll: string): string {
  const head = toLineEnd(text.slice(0, Math.floor(cap * HEAD_SHARE)));
  const tail = fromLineStart(text.slice(text.length - Math.ceil(cap * (1 - HEAD_SHARE))));
  const missing = text.length - head.length - tail.length;
  return `${head}\n… ${missing} of ${text.length} characters left out; all of it: Read or Grep ${whereAll} …\n${tail}`;
}

function toLineEnd(head: string): string {
  const end = head.lastIndexOf('\n');
  return end > head.length / 2 ? head.slice(0, end) : wholeCharacters(head);
}

function fromLineStart(tail: string): string {
  const start = tail.indexOf('\n');
  return start !== -1 && start < tail.length / 2 ? tail.slice(start + 1) : wholeCharacters(tail);
}

function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
