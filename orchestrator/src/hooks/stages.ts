import type { CallToolResult } from '@cusp/mcp';
import type { CatalogueTool } from '../catalogue/catalogue.ts';

/** One call as the stages around the tool see it. */
interface StagedCall {
  id: string;
  tool: CatalogueTool;
  input: Record<string, unknown>;
}

/** The places in a call's life where hooks run; an engine implements both. */
export interface HookStages {
  /** May change the input, or refuse by throwing a ToolError. */
  beforeTool: (call: StagedCall) => Promise<Record<string, unknown>>;
  /** May add to the result. */
  afterTool: (call: StagedCall, result: CallToolResult) => Promise<CallToolResult>;
}

/** No hooks are configured. */
export const NO_HOOKS: HookStages = {
  beforeTool: async ({ input }) => input,
  afterTool: async (_call, result) => result,
};
