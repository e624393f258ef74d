import type { CallToolResult } from '@cusp/mcp';
import { REPAIRS_META } from '@cusp/protocol';

/** Prints a result for a person: its text, a line for each part that is none, and on stderr what was repaired. */
export function printResult(result: CallToolResult): void {
  for (const repair of (result._meta?.[REPAIRS_META] as string[] | undefined) ?? []) {
    process.stderr.write(`note: ${repair}\n`);
  }
  process.stdout.write(`${resultText(result)}\n`);
}

/** A result as text. */
export function resultText({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : describePart(part))).join('\n');
}

function describePart(part: CallToolResult['content'][number]): string {
  if (part.type !== 'image' && part.type !== 'audio') return `[${part.type}]`;
  return `[${part.type} ${part.mimeType}, ${Math.ceil((part.data.length * 3) / 4 / 1024)} kB]`;
}
