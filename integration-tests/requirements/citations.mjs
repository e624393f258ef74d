import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

const LEFT_OUT = new Set(['node_modules', 'dist', 'fixtures']);
const SUITES = new Set(['describe', 'it', 'test']);
const UNPROVEN = ['skip', 'todo', 'fails'];
const ID_LIST = /\[([A-Z]{1,5}-\d+[a-z]?(?:[,\s]+[A-Z]{1,5}-\d+[a-z]?)*)\]/g;

/** @typedef {import('vite').ESTree.CallExpression} Call */
/** @typedef {{ id: string, file: string }} Citation */

/**
 * The requirement ids that titles of tests and suites under `root` name in brackets, as `… [FS-8, PRO-5]`; files are
 * relative to `root`. Tests that prove nothing (skip, todo, fails) cite nothing.
 * @param {string} root
 * @returns {Citation[]}
 */
export function collectCitations(root) {
  return findTests(root).flatMap((file) =>
    readTitles(file)
      .flatMap(citedIds)
      .map((id) => ({ id, file: path.relative(root, file) })),
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function findTests(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(folder, entry.name);
    if (!entry.isDirectory()) return entry.name.endsWith('.test.ts') ? [found] : [];
    return LEFT_OUT.has(entry.name) || entry.name.startsWith('.') ? [] : findTests(found);
  });
}

/** @param {string} title */
function citedIds(title) {
  return [...title.matchAll(ID_LIST)].flatMap(([, list = '']) => list.split(/[,\s]+/));
}

/** @param {string} file */
function readTitles(file) {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors[0]) throw new Error(`Cannot parse "${file}": ${errors[0].message}`);
  /** @type {string[]} */
  const titles = [];
  let unproven = 0;
  new Visitor({
    CallExpression(call) {
      if (isUnproven(call)) unproven += 1;
      if (!unproven) titles.push(titleOf(call));
    },
    'CallExpression:exit'(call) {
      if (isUnproven(call)) unproven -= 1;
    },
  }).visit(program);
  return titles;
}

/** @param {Call} call */
function isUnproven(call) {
  const [suite = '', ...modifiers] = calledNames(call.callee);
  return SUITES.has(suite) && UNPROVEN.some((name) => modifiers.includes(name));
}

/** @param {Call} call */
function titleOf({ callee, arguments: [title] }) {
  if (!SUITES.has(calledNames(callee)[0] ?? '')) return '';
  if (title?.type === 'Literal') return String(title.value);
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked).join('') : '';
}

/**
 * The names of a chain such as `test.skip.each(rows)`, from its root.
 * @param {import('vite').ESTree.Expression} callee
 * @returns {string[]}
 */
function calledNames(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return calledNames(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledNames(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  return [...calledNames(callee.object), callee.property.name];
}
