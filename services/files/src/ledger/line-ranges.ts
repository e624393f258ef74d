const MAX_DESCRIBED = 20;

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

/** Whether all of the lines are in one of the ranges, which are sorted and apart. */
export function covers(ranges: readonly LineRange[], { startLine, endLine }: LineRange): boolean {
  if (endLine < startLine) return true;
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.startLine ?? 0) <= startLine) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && endLine <= range.endLine;
}

/** Where the ranges are after an edit, its replaced lines by place; the new lines are known to who wrote them. */
export function shiftRanges(ranges: readonly LineRange[], replaced: readonly ReplacedLines[]): LineRange[] {
  const shifted: LineRange[] = [];
  let [next, moved, from] = [0, 0, 1];
  for (const { startLine, endLine, newCount } of replaced) {
    next = copyRanges(shifted, ranges, next, { from, to: startLine - 1, moved });
    appendRange(shifted, { startLine: startLine + moved, endLine: startLine + moved + newCount - 1 });
    moved += newCount - (endLine - startLine + 1);
    from = endLine + 1;
  }
  copyRanges(shifted, ranges, next, { from, to: Number.POSITIVE_INFINITY, moved });
  return shifted;
}

/** Appends what of the ranges lies between two lines; the index of the range to go on with. */
function copyRanges(
  target: LineRange[],
  ranges: readonly LineRange[],
  index: number,
  { from, to, moved }: { from: number; to: number; moved: number },
): number {
  let next = index;
  for (let range = ranges[next]; range && range.startLine <= to; range = ranges[++next]) {
    const [first, last] = [Math.max(range.startLine, from), Math.min(range.endLine, to)];
    appendRange(target, { startLine: first + moved, endLine: last + moved });
    if (range.endLine > to) break;
  }
  return next;
}

/** Adds a range that starts behind all others. */
export function appendRange(ranges: LineRange[], { startLine, endLine }: LineRange): void {
  if (endLine < startLine) return;
  const last = ranges.at(-1);
  if (last && startLine <= last.endLine + 1) last.endLine = Math.max(last.endLine, endLine);
  else ranges.push({ startLine, endLine });
}

/** `1-20, 40-52`; of many the first. */
export function describeRanges(ranges: readonly LineRange[]): string {
  const shown = ranges
    .slice(0, MAX_DESCRIBED)
    .map(({ startLine, endLine }) => (startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`))
    .join(', ');
  const left = ranges.length - MAX_DESCRIBED;
  return left > 0 ? `${shown} … and ${left} more` : shown;
}
