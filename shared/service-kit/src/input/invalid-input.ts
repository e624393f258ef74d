import { ToolError } from '@cusp/protocol';
import type { z } from 'zod';
import { describeFields } from './field-list.ts';

const SHOWN_VALUE_CHARACTERS = 60;

/** A value as an error shows it: JSON, cut to a readable length. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_VALUE_CHARACTERS ? `${text.slice(0, SHOWN_VALUE_CHARACTERS)}…` : text;
}

/** The error for an input that a tool cannot take: each problem, then what the tool does take. */
export function invalidInput(tool: string, problems: string[], schema: object): ToolError {
  return new ToolError('invalid_input', `${tool}: ${problems.join('; ')}`, {
    hint: `${tool} takes ${describeFields(schema)}`,
  });
}

/** One sentence for each thing that zod found wrong: the field, what it got, what it takes. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): string[] {
  return issues.map((issue) => {
    const field = issue.path.join('.') || 'input';
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `no field "${key}"`).join(', ');
    const got = valueAt(input, issue.path);
    if (got === undefined) return `"${field}" is missing`;
    return `"${field}" takes ${expectation(issue)}, got ${showValue(got)}`;
  });
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'too_small':
      return `at least ${issue.minimum}${measure(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${measure(issue.origin)}`;
    default:
      return issue.message;
  }
}

function measure(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '';
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
