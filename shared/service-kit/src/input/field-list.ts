interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** What a JSON Schema takes, in a few words: `string`, `integer`, `"content" | "count"`, `list of string`. */
export function describeType(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' | ');
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}`;
  if (schema.properties) return `{${describeFields(schema)}}`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any value');
}

/** The fields of an object schema for an error's hint: `file_path: string, limit?: integer`. */
export function describeFields(schema: Schema): string {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {});
  return fields
    .map(([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${describeType(field)}`)
    .join(', ');
}
