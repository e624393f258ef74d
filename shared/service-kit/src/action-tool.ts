import { ToolError } from '@cusp/protocol';
import { z } from 'zod';
import { describeFields } from './input/field-list.ts';
import { describeIssues, invalidInput } from './input/invalid-input.ts';
import { defineTool, type Tool, type ToolContext, type ToolDefinition, type ToolResult } from './tool.ts';

/** One row of an action table: what the action takes and does. */
export interface Action<State> {
  description: string;
  fields: z.ZodObject;
  run: (input: unknown, context: ToolContext<State>) => Promise<ToolResult>;
}

/** Declares one action; its fields are strict, so that a field of another action is an error that names both. */
export function defineAction<Shape extends z.ZodRawShape, State = unknown>(definition: {
  description: string;
  fields: Shape;
  run: (input: z.output<z.ZodObject<Shape>>, context: ToolContext<State>) => Promise<ToolResult>;
}): Action<State> {
  const fields = z.strictObject(definition.fields);
  return {
    description: definition.description,
    fields,
    run: (input, context) => definition.run(input as z.output<z.ZodObject<Shape>>, context),
  };
}

type ActionToolDefinition<State> = Omit<ToolDefinition<z.ZodType, State>, 'input' | 'run' | 'preview'> & {
  actions: Record<string, Action<State>>;
};

/**
 * Declares a tool whose field `action` selects a row of a table. Its schema is flat, since models fill flat schemas
 * best: `action` and every field of every row, optional; the row then says what it needs.
 */
export function defineActionTool<State = unknown>(definition: ActionToolDefinition<State>): Tool<State> {
  const { actions, description, ...declared } = definition;
  return defineTool<z.ZodObject, State>({
    ...declared,
    description: `${description}\n${Object.entries(actions).map(describeAction).join('\n')}`,
    input: flatInput(declared.name, actions),
    run: (input, context) => runAction(declared.name, actions, input, context),
  });
}

function describeAction<State>([name, { description, fields }]: [string, Action<State>]): string {
  return `${name} {${describeFields(z.toJSONSchema(fields, { io: 'input' }) as object)}}: ${description}`;
}

function flatInput<State>(tool: string, actions: Record<string, Action<State>>): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const { fields } of Object.values(actions)) {
    for (const [name, field] of Object.entries(fields.shape as Record<string, z.ZodType>)) {
      const known = shape[name];
      if (known && !sameSchema(known, field)) {
        throw new TypeError(`${tool}: the actions disagree about the field "${name}"`);
      }
      shape[name] ??= field.optional();
    }
  }
  return z.strictObject({ action: z.enum(Object.keys(actions)), ...shape });
}

function sameSchema(a: z.ZodType, b: z.ZodType): boolean {
  const [left, right] = [a, b].map((schema) =>
    JSON.stringify(z.toJSONSchema(schema.optional(), { io: 'input' })),
  );
  return left === right;
}

async function runAction<State>(
  tool: string,
  actions: Record<string, Action<State>>,
  input: Record<string, unknown>,
  context: ToolContext<State>,
): Promise<ToolResult> {
  const { action: name, ...fields } = input;
  const action = actions[String(name)];
  if (!action) throw new ToolError('invalid_input', `${tool} has no action "${String(name)}"`);
  const parsed = action.fields.safeParse(fields);
  if (parsed.success) return action.run(parsed.data, context);
  const schema = z.toJSONSchema(action.fields, { io: 'input' });
  throw invalidInput(`${tool} ${String(name)}`, describeIssues(parsed.error.issues, fields), schema);
}
