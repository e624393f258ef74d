import type { ToolManifest } from '@cusp/protocol';

/** A tool as MCP's tools/list shows it; the annotations follow from the tier. */
export function toMcpTool(tool: ToolManifest): object {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    annotations: {
      readOnlyHint: tool.tier === 'read',
      destructiveHint: tool.tier !== 'read',
      idempotentHint: tool.tier === 'read',
      openWorldHint: tool.tier === 'exec' || tool.subject?.kind === 'url',
    },
  };
}
