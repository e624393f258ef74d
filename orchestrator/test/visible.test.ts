import type { ToolManifest } from '@cusp/protocol';
import { describe, expect, test } from 'vitest';
import type { CatalogueTool } from '../src/catalogue/catalogue.ts';
import { type Surface, visible } from '../src/catalogue/visible.ts';

const tool = (
  name: string,
  manifest: Partial<ToolManifest> = {},
  needs: CatalogueTool['needs'] = [],
): CatalogueTool => ({
  service: 'any',
  needs,
  manifest: {
    name,
    title: name,
    description: name,
    tier: 'read',
    exposure: 'generic',
    inputSchema: { type: 'object' },
    ...manifest,
  },
});

const catalogue = [
  tool('Read'),
  tool('Edit', { tier: 'write', families: { gpt: false, local: false } }),
  tool('ApplyPatch', {
    tier: 'write',
    families: { claude: false, gpt: 'apply_patch', gemini: false, local: false },
  }),
  tool('EditLines', { tier: 'write', families: { claude: false, gpt: false, gemini: false } }),
  tool('Terminal', { tier: 'exec', deferred: true }),
  tool('NotebookEdit', { tier: 'write', deferred: true }),
  tool('lsp', { exposure: 'run-bound' }, ['languageServers']),
];

const surface: Surface = {
  door: 'model',
  mode: 'default',
  family: 'claude',
  resources: new Set(['languageServers']),
  loaded: [],
  disallowed: new Set(),
};
const names = (change: Partial<Surface>) =>
  visible(catalogue, { ...surface, ...change }).tools.map(({ name }) => name);

describe('what a surface sees', () => {
  test('each family has its own edit tools, under its own names [SUR-4]', () => {
    expect(names({ family: 'claude' })).toEqual(['Read', 'Edit', 'lsp']);
    expect(names({ family: 'gpt' })).toEqual(['Read', 'apply_patch', 'lsp']);
    expect(names({ family: 'gemini' })).toEqual(['Read', 'Edit', 'lsp']);
    expect(names({ family: 'local' })).toEqual(['Read', 'EditLines', 'lsp']);
  });

  test('plan mode has tools of tier read only [SUR-1]', () => {
    expect(names({ mode: 'plan' })).toEqual(['Read', 'lsp']);
    expect(visible(catalogue, { ...surface, mode: 'plan' }).deferred).toEqual([]);
  });

  test('a resource that is not bound takes its tools away [SUR-2]', () => {
    expect(names({ resources: new Set() })).toEqual(['Read', 'Edit']);
  });

  test('an external client sees generic tools only, deferred ones too [SUR-2a, SUR-3]', () => {
    expect(names({ door: 'external', family: undefined })).toEqual([
      'Read',
      'Edit',
      'ApplyPatch',
      'Terminal',
      'NotebookEdit',
    ]);
    expect(names({ door: 'external', family: 'local' })).toEqual([
      'Read',
      'EditLines',
      'Terminal',
      'NotebookEdit',
    ]);
  });

  test('an operator sees the tools of every family', () => {
    expect(names({ door: 'operator', family: undefined })).toEqual(
      catalogue.map(({ manifest }) => manifest.name),
    );
  });

  test('loaded tools stand after the others in load order, and nothing before them moves [SUR-5]', () => {
    const before = JSON.stringify(visible(catalogue, surface).tools);
    const after = visible(catalogue, { ...surface, loaded: ['NotebookEdit', 'Terminal'] });
    expect(after.tools.map(({ name }) => name)).toEqual(['Read', 'Edit', 'lsp', 'NotebookEdit', 'Terminal']);
    expect(JSON.stringify(after.tools).startsWith(before.slice(0, -1))).toBe(true);
    expect(visible(catalogue, surface).deferred).toEqual(['Terminal', 'NotebookEdit']);
  });

  test('a disallowed tool is gone, and --tools and --tier narrow', () => {
    expect(names({ disallowed: new Set(['Read']) })).toEqual(['Edit', 'lsp']);
    expect(names({ only: new Set(['Edit']) })).toEqual(['Edit']);
    expect(names({ tiers: new Set(['write']) })).toEqual(['Edit']);
  });
});
