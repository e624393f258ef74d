import { ToolError, type ToolManifest } from '@cusp/protocol';
import { describeFields, invalidInput, showValue } from '@cusp/service-kit';
import { plain } from './nearest.ts';
import { type InputSchema, isRecord, parseJson, type RepairLog, repairValue } from './repair-value.ts';

const MAX_DEPTH = 64;

export interface RepairedInput {
  input: Record<string, unknown>;
  /** What was mended, as sentences. */
  repairs: string[];
}

/**
 * Mends what models get wrong in an input where the meaning is plain, and names each field that cannot be mended with
 * what it got and what it takes (PIPE-1).
 */
export function repairInput(tool: ToolManifest, raw: unknown): RepairedInput {
  const schema = tool.inputSchema as InputSchema;
  assertShallow(tool, raw);
  const log: RepairLog = { repairs: [], problems: [] };
  const given = renameFields(tool, toRecord(tool, raw, log), log);
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = ownField(schema.properties, name);
    if (!field) unknown.push(name);
    else if (value === null && !fitsNull(field)) dropNull(schema, name, log);
    else if (value !== undefined) input[name] = repairValue(field, value, name, log);
  }
  judgeUnknown(unknown, missingFields(schema, input), log);
  if (log.problems.length > 0) throw invalidInput(tool.name, log.problems, schema);
  return { input, repairs: log.repairs };
}

/** Level by level, since a walk by recursion is what deep nesting would break. */
function assertShallow({ name }: ToolManifest, raw: unknown): void {
  let level: unknown[] = [raw];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ToolError('invalid_input', `${name}: the input is nested too deeply`);
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

function toRecord(tool: ToolManifest, raw: unknown, log: RepairLog): Record<string, unknown> {
  if (raw === undefined || raw === null) return {};
  if (isRecord(raw)) return raw;
  const parsed = typeof raw === 'string' ? parseJson(raw) : undefined;
  if (!isRecord(parsed)) {
    throw new ToolError('invalid_input', `${tool.name} takes an object, got ${showValue(raw)}`, {
      hint: `${tool.name} takes ${describeFields(tool.inputSchema)}`,
    });
  }
  log.repairs.push('the input was JSON in a string');
  return parsed;
}

/** Gives known synonyms and other spellings of a field its name, where the field itself is not there. */
function renameFields(
  tool: ToolManifest,
  given: Record<string, unknown>,
  log: RepairLog,
): Record<string, unknown> {
  const fields = Object.keys(tool.inputSchema.properties ?? {});
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const meant = fields.includes(name) ? name : meantField(tool, fields, name);
    const taken = meant !== name && (Object.hasOwn(given, meant) || Object.hasOwn(renamed, meant));
    if (meant !== name && !taken) log.repairs.push(`"${name}" was taken as "${meant}"`);
    renamed[taken ? name : meant] = value;
  }
  return renamed;
}

function meantField(tool: ToolManifest, fields: readonly string[], name: string): string {
  return ownField(tool.fieldAliases, name) ?? fields.find((field) => plain(field) === plain(name)) ?? name;
}

/** The own value of a name; `constructor` and the like are no fields. */
function ownField<T>(fields: Record<string, T> | undefined, name: string): T | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function fitsNull(field: InputSchema): boolean {
  return field.type === 'null' || (field.anyOf?.some(fitsNull) ?? false);
}

function dropNull(schema: InputSchema, name: string, log: RepairLog): void {
  if (!schema.required?.includes(name)) log.repairs.push(`"${name}": null was left out`);
}

function missingFields(schema: InputSchema, input: Record<string, unknown>): string[] {
  return (schema.required ?? []).filter((name) => input[name] === undefined);
}

/** An unknown field is dropped with a note, unless something is missing that it may stand for. */
function judgeUnknown(unknown: string[], missing: string[], log: RepairLog): void {
  log.problems.push(...missing.map((name) => `"${name}" is missing`));
  const notes = unknown.map((name) => `no field "${name}"`);
  if (missing.length > 0) log.problems.push(...notes);
  else log.repairs.push(...unknown.map((name) => `"${name}" is no field here and was left out`));
}
