import type { CallToolResult } from '@cusp/mcp';
import type { CallMeta, Change, ErrorCode, PreviewedChange, ToolManifest } from '@cusp/protocol';
import { z } from 'zod';
import type { Host } from './host.ts';
import { describeIssues, invalidInput } from './input/invalid-input.ts';
import type { Logger } from './log.ts';
import type { Run } from './run.ts';

/** What a tool is given beside its input. */
export interface ToolContext<State> {
  run: Run;
  state: State;
  call: CallMeta;
  signal: AbortSignal;
  host: Host;
  log: Logger;
  /** Says how far a long call is, to a client that asked for progress. */
  progress: (message: string) => void;
}

/** What a tool answers: `text` for the reader, or whole MCP `content`; `structured` never repeats the text. */
export interface ToolResult {
  text?: string;
  content?: CallToolResult['content'];
  structured?: Record<string, unknown>;
  changes?: Change[];
  /** A result that is a failure all the same, such as a command's exit code. */
  failure?: ErrorCode;
}

type Declared = Omit<ToolManifest, 'inputSchema' | 'outputSchema' | 'preview'>;

/** A tool as its file declares it: one literal from which everything else is derived. */
export interface ToolDefinition<Input extends z.ZodType, State> extends Declared {
  input: Input;
  output?: z.ZodType;
  run: (input: z.output<Input>, context: ToolContext<State>) => Promise<ToolResult>;
  /** What the call would change, without side effects. */
  preview?: (input: z.output<Input>, context: ToolContext<State>) => Promise<PreviewedChange[]>;
}

/** A declared tool, its input type erased: it takes anything and checks it. */
export interface Tool<State = unknown> {
  manifest: ToolManifest;
  run: (input: unknown, context: ToolContext<State>) => Promise<ToolResult>;
  preview?: (input: unknown, context: ToolContext<State>) => Promise<PreviewedChange[]>;
}

/** Declares a tool of a service that keeps no state, or state of type `State`. */
export function defineTool<Input extends z.ZodType, State = unknown>(
  definition: ToolDefinition<Input, State>,
): Tool<State> {
  const { input, output, run, preview, ...declared } = definition;
  const inputSchema = toJsonSchema(input, 'input');
  const parse = (value: unknown) => parseInput(declared.name, input, inputSchema, value);
  return {
    manifest: {
      ...declared,
      inputSchema,
      ...(output ? { outputSchema: toJsonSchema(output, 'output') } : {}),
      ...(preview ? { preview: true } : {}),
    },
    run: async (value, context) => run(parse(value), context),
    ...(preview ? { preview: async (value, context) => preview(parse(value), context) } : {}),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): ToolManifest['inputSchema'] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, override: dropSafeBounds });
  return json as ToolManifest['inputSchema'];
}

/** An integer's limits say nothing where they are those of every integer, and cost a reader tokens. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function parseInput<Input extends z.ZodType>(
  name: string,
  schema: Input,
  inputSchema: object,
  value: unknown,
): z.output<Input> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(name, describeIssues(parsed.error.issues, value), inputSchema);
}
