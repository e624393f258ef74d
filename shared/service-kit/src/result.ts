import type { CallToolResult } from '@cusp/mcp';
import { CHANGES_META, ERROR_META, type ErrorCode, ToolError } from '@cusp/protocol';
import type { Logger } from './log.ts';
import type { ToolResult } from './tool.ts';

/** A tool's answer as MCP carries it. */
export function toCallToolResult({
  text,
  content,
  structured,
  changes,
  failure,
}: ToolResult): CallToolResult {
  const meta = {
    ...(changes?.length ? { [CHANGES_META]: changes } : {}),
    ...(failure ? { [ERROR_META]: { code: failure } } : {}),
  };
  return {
    content: [...(text === undefined ? [] : [{ type: 'text' as const, text }]), ...(content ?? [])],
    ...(structured ? { structuredContent: structured } : {}),
    ...(failure ? { isError: true } : {}),
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}

/** What a tool threw, as a failed result; what is no ToolError is a bug and is logged with its cause. */
export function toErrorResult(
  tool: string,
  error: unknown,
  signal: AbortSignal,
  log: Logger,
): CallToolResult {
  if (error instanceof ToolError) return errorResult(error.code, error.text);
  if (signal.aborted) return errorResult('cancelled', `${tool} was cancelled`);
  const stack = error instanceof Error ? error.stack : String(error);
  log.error({ tool, stack }, 'a tool failed with an internal error');
  const message = error instanceof Error ? error.message : String(error);
  return errorResult('internal', `Internal error in ${tool}: ${message}`);
}

/** A failed result of one text. */
export function errorResult(code: ErrorCode, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true, _meta: { [ERROR_META]: { code } } };
}
