import type { ToolManifest } from '@cusp/protocol';
import { describe, expect, test } from 'vitest';
import { nearestNames } from '../src/repair/nearest.ts';
import { repairInput } from '../src/repair/repair-input.ts';
import { resolveName } from '../src/repair/resolve-name.ts';

const tool: ToolManifest = {
  name: 'Sample',
  title: 'Sample',
  description: 'Takes one of each.',
  tier: 'read',
  exposure: 'generic',
  aliases: ['take_sample'],
  fieldAliases: { path: 'file_path' },
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string' },
      limit: { type: 'integer', minimum: 1 },
      deep: { type: 'boolean' },
      mode: { type: 'string', enum: ['content', 'count'] },
      names: { type: 'array', items: { type: 'string' } },
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { old: { type: 'string' }, all: { type: 'boolean' } },
          required: ['old'],
        },
      },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
};

const repaired = (input: unknown) => repairInput(tool, input).input;

describe('an input is repaired where its meaning is plain [PIPE-1]', () => {
  test.each<[string, unknown, object]>([
    ['that fits stays as it is', { file_path: 'a', limit: 3 }, { file_path: 'a', limit: 3 }],
    ['JSON in a string', '{"file_path":"a"}', { file_path: 'a' }],
    ['JSON in a code fence', '```json\n{"file_path":"a"}\n```', { file_path: 'a' }],
    ['a number as a string', { file_path: 'a', limit: '3' }, { file_path: 'a', limit: 3 }],
    ['a boolean as a string', { file_path: 'a', deep: 'True' }, { file_path: 'a', deep: true }],
    ['a number where text is asked', { file_path: 7 }, { file_path: '7' }],
    ['a lone value where a list is asked', { file_path: 'a', names: 'x' }, { file_path: 'a', names: ['x'] }],
    [
      'a list as JSON in a string',
      { file_path: 'a', names: '["x","y"]' },
      { file_path: 'a', names: ['x', 'y'] },
    ],
    ['null for an absent option', { file_path: 'a', limit: null }, { file_path: 'a' }],
    ['an unknown field', { file_path: 'a', colour: 'red' }, { file_path: 'a' }],
    ['a known synonym', { path: 'a' }, { file_path: 'a' }],
    ['another spelling of a field', { filePath: 'a' }, { file_path: 'a' }],
    ['another case of a choice', { file_path: 'a', mode: 'Content' }, { file_path: 'a', mode: 'content' }],
    [
      'a field inside a list',
      { file_path: 'a', edits: [{ old: 'x', all: 'true' }] },
      { file_path: 'a', edits: [{ old: 'x', all: true }] },
    ],
    [
      'a lone object where a list is asked',
      { file_path: 'a', edits: { old: 'x' } },
      { file_path: 'a', edits: [{ old: 'x' }] },
    ],
  ])('%s', (_title, input, expected) => {
    expect(repaired(input)).toEqual(expected);
  });

  test('a string that looks like a number stays a string where text is asked', () => {
    expect(repairInput(tool, { file_path: '007' })).toEqual({ input: { file_path: '007' }, repairs: [] });
  });

  test('a synonym never replaces the field itself', () => {
    expect(repaired({ file_path: 'a', path: 'b' })).toEqual({ file_path: 'a' });
  });
});

describe('an input that cannot be repaired [PIPE-1]', () => {
  test.each<[string, unknown, string]>([
    ['is no object', [1], 'Sample takes an object, got [1]'],
    ['misses a field', {}, '"file_path" is missing'],
    ['has null for a required field', { file_path: null }, '"file_path" is missing'],
    [
      'misses a field and has an unknown one',
      { fiel: 'a' },
      'Sample: "file_path" is missing; no field "fiel"',
    ],
    ['has a wrong type', { file_path: 'a', limit: 'many' }, '"limit" takes integer at least 1, got "many"'],
    ['is out of bounds', { file_path: 'a', limit: 0 }, '"limit" takes integer at least 1, got 0'],
    ['has no such choice', { file_path: 'a', mode: 'all' }, '"mode" takes "content" | "count", got "all"'],
    ['misses a field inside a list', { file_path: 'a', edits: [{}] }, '"edits.0.old" is missing'],
    [
      'has an unknown field inside a list',
      { file_path: 'a', edits: [{ old: 'x', new: 1 }] },
      'no field "edits.0.new"',
    ],
  ])('%s', (_title, input, message) => {
    expect(() => repairInput(tool, input)).toThrow(message);
  });
});

describe('a name', () => {
  const visible = ['Read', 'Edit', 'MultiEdit', 'Grep', 'Glob'].map((name) => ({
    name,
    tool: {
      service: 'files',
      needs: [],
      manifest: { ...tool, name, aliases: name === 'Read' ? ['read_file', 'view'] : [] },
    },
  }));

  test.each([
    ['Read', 'Read'],
    ['read', 'Read'],
    ['read_file', 'Read'],
    ['readFile', 'Read'],
    ['multi_edit', 'MultiEdit'],
  ])('%s means %s [PIPE-1]', (wanted, expected) => {
    expect(resolveName(wanted, visible).name).toBe(expected);
  });

  test('that is unknown names the nearest three', () => {
    expect(() => resolveName('Gerp', visible)).toThrow('Unknown tool: Gerp');
    expect(
      nearestNames(
        'Gerp',
        visible.map(({ name }) => name),
      )[0],
    ).toBe('Grep');
    expect(
      nearestNames(
        'Edi',
        visible.map(({ name }) => name),
      ),
    ).toContain('Edit');
  });
});
