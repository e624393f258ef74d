import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A group of requirements. `done` says which of them must be cited by a test: all, the listed ones, or none;
 * `partly` says what stands of a done one whose sentence promises more.
 * @typedef {{
 *   family: string,
 *   done: 'all' | string[] | false,
 *   partly?: Record<string, string>,
 *   ids: Record<string, string>,
 * }} Family
 */

/**
 * Every family of a folder, one JSON file each.
 * @param {string} folder
 * @returns {Family[]}
 */
export function readFamilies(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

/**
 * The ids that a family says are done.
 * @param {Family} family
 * @returns {string[]}
 */
export function doneIds({ done, ids }) {
  return done === 'all' ? Object.keys(ids) : done || [];
}
