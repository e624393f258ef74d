import type { CallToolResult } from '@cusp/mcp';
import type { ToolManifest } from '@cusp/protocol';
import { toMcpTool } from '@cusp/service-kit';

/**
 * Clients of agents, by the beginning of the name that they give. Where a result has `structuredContent`, they show
 * the model that and drop the text (seen in the requests that Claude Code 2.1.197 sends to a model), or both.
 */
const AGENT_CLIENTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'github-copilot',
  'copilot',
  'Visual Studio Code',
  'cursor',
  'zed',
  'goose',
  'cline',
  'roo',
  'qwen-code',
];

/** How an external client gets tools and results, by its name. */
export interface Presentation {
  tool: (name: string, manifest: ToolManifest) => object;
  result: (result: CallToolResult) => CallToolResult;
}

/**
 * Agents get the text alone. Any other client gets the structure, complete by itself as MCP wants it: with the text,
 * so that whichever part it passes on, nothing is missing.
 */
export function presentationFor(clientName: string | undefined): Presentation {
  const name = clientName?.toLowerCase() ?? '';
  return AGENT_CLIENTS.some((agent) => name.startsWith(agent.toLowerCase())) ? PLAIN : STRUCTURED;
}

const PLAIN: Presentation = {
  tool: (name, { outputSchema: _unused, ...manifest }) => toMcpTool({ ...manifest, name }),
  result: ({ structuredContent: _unused, ...result }) => result,
};

const STRUCTURED: Presentation = {
  tool: (name, manifest) => toMcpTool({ ...manifest, name, ...withText(manifest.outputSchema) }),
  result: (result) => {
    if (!result.structuredContent) return result;
    const text = result.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
    return { ...result, structuredContent: { ...result.structuredContent, text } };
  },
};

function withText(schema: ToolManifest['outputSchema']): Pick<ToolManifest, 'outputSchema'> {
  if (!schema) return {};
  return {
    outputSchema: { ...schema, properties: { ...(schema.properties as object), text: { type: 'string' } } },
  };
}
