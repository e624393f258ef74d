import { defineTool, type Tool, type ToolDefinition } from '@cusp/service-kit';
import type { z } from 'zod';
import type { ShellState } from './state.ts';

/** `defineTool` for the tools of this service. */
export function defineShellTool<Input extends z.ZodType>(
  definition: ToolDefinition<Input, ShellState>,
): Tool<ShellState> {
  return defineTool<Input, ShellState>(definition);
}
