const MAX_LENGTH = 300;

/** How alike two lines are, 0 to 1, by the pairs of characters they share; white space around them is left out. */
export function lineSimilarity(left: string, right: string): number {
  const [a, b] = [left.trim().slice(0, MAX_LENGTH), right.trim().slice(0, MAX_LENGTH)];
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at < a.length - 1; at++) count(pairs, a.slice(at, at + 2), 1);
  let shared = 0;
  for (let at = 0; at < b.length - 1; at++) {
    const pair = b.slice(at, at + 2);
    if ((pairs.get(pair) ?? 0) > 0) shared++;
    count(pairs, pair, -1);
  }
  return (2 * shared) / (a.length + b.length - 2);
}

function count(pairs: Map<string, number>, pair: string, by: number): void {
  pairs.set(pair, (pairs.get(pair) ?? 0) + by);
}
