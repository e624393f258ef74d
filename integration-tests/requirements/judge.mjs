import { doneIds } from './families.mjs';

/** @typedef {import('./families.mjs').Family} Family */
/** @typedef {import('./citations.mjs').Citation} Citation */
/**
 * @typedef {{
 *   family: string,
 *   cited: number,
 *   total: number,
 *   uncited: [id: string, sentence: string][],
 *   partly: [id: string, stands: string][],
 * }} Coverage
 */

/**
 * How far tests cover each family, and what is wrong: a cited id that no family has, or a done one that no test cites.
 * @param {Family[]} families
 * @param {Citation[]} citations
 * @returns {{ coverage: Coverage[], problems: string[] }}
 */
export function judge(families, citations) {
  const cited = new Set(citations.map(({ id }) => id));
  return {
    coverage: families.map((family) => cover(family, cited)),
    problems: [
      ...unknownCitations(families, citations),
      ...families.flatMap((family) => unprovenClaims(family, cited)),
    ],
  };
}

/**
 * @param {Family} family
 * @param {Set<string>} cited
 * @returns {Coverage}
 */
function cover({ family, ids, partly = {} }, cited) {
  const uncited = Object.entries(ids).filter(([id]) => !cited.has(id));
  const total = Object.keys(ids).length;
  return { family, cited: total - uncited.length, total, uncited, partly: Object.entries(partly) };
}

/**
 * @param {Family[]} families
 * @param {Citation[]} citations
 */
function unknownCitations(families, citations) {
  const known = new Set(families.flatMap(({ ids }) => Object.keys(ids)));
  const unknown = citations.filter(({ id }) => !known.has(id));
  return [...new Set(unknown.map(({ id, file }) => `${file} cites ${id}, an id that no family has`))];
}

/**
 * @param {Family} family
 * @param {Set<string>} cited
 */
function unprovenClaims(family, cited) {
  const done = doneIds(family);
  const claimed = new Set([...done, ...Object.keys(family.partly ?? {})]);
  return [...claimed].flatMap((id) => {
    const sentence = family.ids[id];
    if (sentence === undefined) return [`${family.family} says that ${id} is done, but has no such id`];
    if (!done.includes(id)) return [`${family.family} says what stands of ${id}, but not that it is done`];
    return cited.has(id) ? [] : [`${id} is done, but no test cites it: ${sentence}`];
  });
}
