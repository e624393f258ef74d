import { describeType, showValue } from '@cusp/service-kit';

/** The part of JSON Schema that tool inputs use. */
export interface InputSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: InputSchema[];
  items?: InputSchema;
  properties?: Record<string, InputSchema>;
  required?: string[];
  additionalProperties?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** What was mended and what could not be, as sentences. */
export interface RepairLog {
  repairs: string[];
  problems: string[];
}

/** A value as its schema wants it where that is plain, the value itself where it is not; both are said in the log. */
export function repairValue(schema: InputSchema, value: unknown, field: string, log: RepairLog): unknown {
  if (fits(schema, value)) return repairInside(schema, value, field, log);
  const mended = mend(schema, value);
  if (mended === undefined) {
    log.problems.push(`"${field}" takes ${expectation(schema)}, got ${showValue(value)}`);
    return value;
  }
  log.repairs.push(`"${field}": ${showValue(value)} was taken as ${showValue(mended)}`);
  return repairInside(schema, mended, field, log);
}

function repairInside(schema: InputSchema, value: unknown, field: string, log: RepairLog): unknown {
  const chosen = schema.anyOf?.find((option) => fits(option, value)) ?? schema;
  if (chosen.type === 'array' && chosen.items && Array.isArray(value)) {
    const { items } = chosen;
    return value.map((item, index) => repairValue(items, item, `${field}.${index}`, log));
  }
  if (chosen.properties && isRecord(value)) return repairFields(chosen, value, field, log);
  return value;
}

function repairFields(
  schema: InputSchema,
  value: Record<string, unknown>,
  field: string,
  log: RepairLog,
): unknown {
  const properties = schema.properties ?? {};
  const missing = (schema.required ?? []).filter((name) => value[name] === undefined);
  log.problems.push(...missing.map((name) => `"${field}.${name}" is missing`));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const known = properties[name];
      if (!known) log.problems.push(`no field "${field}.${name}"`);
      return known ? [[name, repairValue(known, inner, `${field}.${name}`, log)]] : [];
    }),
  );
}

function fits(schema: InputSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((option) => fits(option, value));
  if (schema.enum) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  return hasType(schema, value) && isWithinLimits(schema, value);
}

function hasType({ type }: InputSchema, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isSafeInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function isWithinLimits(schema: InputSchema, value: unknown): boolean {
  if (typeof value === 'number')
    return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  if (typeof value === 'string') return value.length >= (schema.minLength ?? 0);
  if (Array.isArray(value)) {
    return value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? value.length);
  }
  return true;
}

/** The mended value, or undefined where nothing plain fits. */
function mend(schema: InputSchema, value: unknown): unknown {
  const candidates = [...readings(value), ...(schema.type === 'array' ? [[value]] : [])];
  return candidates.find((candidate) => fits(schema, candidate)) ?? sameWord(schema, value);
}

/** Other things that a value can stand for: JSON in a string, a number or boolean in words, a number as text. */
function readings(value: unknown): unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  const word = text.toLowerCase();
  const parsed = parseJson(text);
  return [word === 'true' ? true : word === 'false' ? false : undefined, parsed].filter(
    (each) => each !== undefined,
  );
}

function sameWord(schema: InputSchema, value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return schema.enum?.find(
    (each) => typeof each === 'string' && each.toLowerCase() === value.trim().toLowerCase(),
  );
}

function expectation(schema: InputSchema): string {
  const { minimum, maximum, minLength, minItems, maxItems } = schema;
  const limits = [
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    minLength === undefined ? undefined : `of at least ${minLength} characters`,
    minItems === undefined ? undefined : `of at least ${minItems} items`,
    maxItems === undefined ? undefined : `of at most ${maxItems} items`,
  ].filter((limit) => limit !== undefined);
  return [describeType(schema), ...limits].join(' ');
}

/** JSON, also in a code fence; undefined when it is none. */
export function parseJson(given: string): unknown {
  const text = given.replace(/^\uFEFF/, '');
  const inside = /^```\w*\s*\n([\s\S]*?)\n?```$/.exec(text.trim())?.[1] ?? text;
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
