import { defineTool, type Tool, type ToolContext, type ToolDefinition } from '@cusp/service-kit';
import type { z } from 'zod';
import type { FilesState } from './state.ts';

/** What a tool of this service is given beside its input. */
export type FilesContext = ToolContext<FilesState>;

/** Declares a tool of this service. */
export function defineFilesTool<Input extends z.ZodType>(
  definition: ToolDefinition<Input, FilesState>,
): Tool<FilesState> {
  return defineTool<Input, FilesState>(definition);
}
