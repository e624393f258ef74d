/** Past this many pairs of lines a changed stretch is shown as wholly replaced. */
const MAX_CELLS = 1_000_000;

export interface DiffLine {
  sign: ' ' | '-' | '+';
  text: string;
}

/** The lines to take out of `before` and put in to get `after`. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...signed(' ', before.slice(0, head)),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...signed(' ', before.slice(before.length - tail)),
  ];
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const cells = before.length * after.length;
  if (cells === 0 || cells > MAX_CELLS) return [...signed('-', before), ...signed('+', after)];
  const common = commonLengths(before, after);
  const width = after.length + 1;
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, added] = [before[row], after[column]];
    const below = common[(row + 1) * width + column] ?? -1;
    const beside = column < after.length ? (common[row * width + column + 1] ?? -1) : -1;
    if (old !== undefined && old === added) lines.push({ sign: ' ', text: old });
    else if (old !== undefined && below >= beside) lines.push({ sign: '-', text: old });
    else lines.push({ sign: '+', text: added ?? '' });
    const sign = lines.at(-1)?.sign;
    if (sign !== '+') row++;
    if (sign !== '-') column++;
  }
  return lines;
}

/** For each pair of places, how many lines what follows has in common. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] =
        before[row] === after[column]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  return common;
}
