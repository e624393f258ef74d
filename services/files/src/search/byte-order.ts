/** Orders two strings as their UTF-8 bytes, for sort. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return HAS_HIGH_UNIT.test(a) && HAS_HIGH_UNIT.test(b)
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : a < b
      ? -1
      : 1;
}

// UTF-16 units are in the order of the bytes but for surrogates, which stand for more than the units above them.
const HAS_HIGH_UNIT = /[\uD800-\uFFFF]/;
