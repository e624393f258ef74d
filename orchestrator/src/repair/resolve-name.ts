import { ToolError } from '@cusp/protocol';
import type { VisibleTool } from '../catalogue/visible.ts';
import { nearestNames, plain } from './nearest.ts';

const MAX_SHOWN_CHARACTERS = 100;

/** The visible tool that a caller means: by its shown or canonical name, an alias, or another spelling of these. */
export function resolveName(wanted: string, tools: readonly VisibleTool[]): VisibleTool {
  const exact = tools.find(({ name, tool }) => name === wanted || tool.manifest.name === wanted);
  return exact ?? bySpelling(wanted, tools) ?? unknown(wanted, tools);
}

function bySpelling(wanted: string, tools: readonly VisibleTool[]): VisibleTool | undefined {
  const target = plain(wanted);
  return (
    tools.find(({ name }) => plain(name) === target) ??
    tools.find(({ tool }) => tool.manifest.aliases?.some((alias) => plain(alias) === target))
  );
}

function unknown(wanted: string, tools: readonly VisibleTool[]): never {
  const names = tools.map(({ name }) => name);
  const nearest = nearestNames(wanted, names);
  throw new ToolError('unknown_tool', `Unknown tool: ${wanted.slice(0, MAX_SHOWN_CHARACTERS)}`, {
    hint:
      nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : `The tools here are ${names.join(', ')}.`,
  });
}
