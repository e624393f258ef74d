/** A small broken project: its last page is wrong, and its own test says so. */
export const DEMO_FILES: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "pages",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'src/pages.js': `/** How many pages \`count\` items fill. */
export function pageCount(count, perPage) {
  return Math.floor(count / perPage);
}

/** The items of one page; pages are numbered from 1. */
export function pageOf(items, page, perPage) {
  const start = (page - 1) * perPage;
  return items.slice(start, start + perPage);
}
`,
  'test/pages.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageCount, pageOf } from '../src/pages.js';

test('counts a page that is not full', () => {
  assert.equal(pageCount(7, 3), 3);
});

test('counts no page for no items', () => {
  assert.equal(pageCount(0, 3), 0);
});

test('shows the last page', () => {
  assert.deepEqual(pageOf(['a', 'b', 'c', 'd'], 2, 3), ['d']);
});
`,
};

export interface DemoCall {
  tool: string;
  input: Record<string, unknown>;
  /** What the scripted agent wants with it. */
  purpose: string;
}

/** What the scripted agent does: look, reproduce, repair, prove. */
export const DEMO_CALLS: readonly DemoCall[] = [
  { tool: 'LS', input: {}, purpose: 'see what is there' },
  {
    tool: 'Bash',
    input: { command: 'npm test', description: 'Run the tests' },
    purpose: 'see the test fail',
  },
  { tool: 'Grep', input: { pattern: 'pageCount', output_mode: 'content' }, purpose: 'find the function' },
  { tool: 'Glob', input: { pattern: 'src/**/*.js' }, purpose: 'find the sources' },
  { tool: 'Read', input: { file_path: 'src/pages.js' }, purpose: 'read it before the edit' },
  {
    tool: 'Edit',
    input: {
      file_path: 'src/pages.js',
      old_string: 'Math.floor(count / perPage)',
      new_string: 'Math.ceil(count / perPage)',
    },
    purpose: 'count the page that is not full',
  },
  {
    tool: 'Write',
    input: { file_path: 'CHANGES.md', content: '- `pageCount` counts a last page that is not full.\n' },
    purpose: 'say what changed',
  },
  {
    tool: 'Bash',
    input: { command: 'npm test', description: 'Run the tests' },
    purpose: 'see the tests pass',
  },
];
