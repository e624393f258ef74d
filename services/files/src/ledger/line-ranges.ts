/** Lines of a file, both ends included, counted from 1. */
export interface LineRange {
  startLine: number;
  endLine: number;
}

/** Lines that an edit replaced, and how many stand there now. */
export interface ReplacedLines extends LineRange {
  newCount: number;
}

/** `ranges` with one more; they stay sorted and apart. */
export function addRange(ranges: readonly LineRange[], added: LineRange): LineRange[] {
  if (added.endLine < added.startLine) return [...ranges];
  const before = ranges.filter(({ endLine }) => endLine < added.startLine - 1);
  const after = ranges.filter(({ startLine }) => startLine > added.endLine + 1);
  const joined = ranges.slice(before.length, ranges.length - after.length);
  const startLine = Math.min(added.startLine, joined[0]?.startLine ?? added.startLine);
  const endLine = Math.max(added.endLine, joined.at(-1)?.endLine ?? added.endLine);
  return [...before, { startLine, endLine }, ...after];
}

export function covers(ranges: readonly LineRange[], { startLine, endLine }: LineRange): boolean {
  return (
    endLine < startLine || ranges.some((range) => range.startLine <= startLine && endLine <= range.endLine)
  );
}

/** Where the ranges are after an edit; the new lines are known to who wrote them. */
export function shiftRanges(ranges: readonly LineRange[], replaced: ReplacedLines): LineRange[] {
  const { startLine, endLine, newCount } = replaced;
  const moved = newCount - (endLine - startLine + 1);
  const kept = ranges.flatMap((range) => [
    { startLine: range.startLine, endLine: Math.min(range.endLine, startLine - 1) },
    { startLine: Math.max(range.startLine, endLine + 1) + moved, endLine: range.endLine + moved },
  ]);
  return [...kept, { startLine, endLine: startLine + newCount - 1 }].reduce(addRange, []);
}

/** `1-20, 40-52`. */
export function describeRanges(ranges: readonly LineRange[]): string {
  return ranges
    .map(({ startLine, endLine }) => (startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`))
    .join(', ');
}
