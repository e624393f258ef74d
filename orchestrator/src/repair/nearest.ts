const MAX_COMPARED_CHARACTERS = 60;

/** The names closest to a wrong one, best first, at most `count`; none that is wholly different. */
export function nearestNames(wrong: string, names: readonly string[], count = 3): string[] {
  const target = plain(wrong.slice(0, MAX_COMPARED_CHARACTERS));
  return names
    .map((name) => ({ name, distance: distanceTo(target, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.ceil(plain(name).length / 2)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** A name without case and separators, for comparing spellings. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function distanceTo(target: string, name: string): number {
  if (name.includes(target) || target.includes(name))
    return Math.min(2, Math.abs(name.length - target.length));
  return editDistance(target, name);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
