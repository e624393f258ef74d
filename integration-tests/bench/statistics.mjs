/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures several things in turn, round by round, so that a machine whose speed drifts treats all alike.
 * @param {number} rounds
 * @param {Record<string, () => Promise<number>>} subjects
 * @returns {Promise<Record<string, number>>} the median of each
 */
export async function interleave(rounds, subjects) {
  const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(subjects)) samples[name].push(await measure());
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
}
