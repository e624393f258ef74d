const SAMPLE = 65_536;

interface Tally {
  /** Characters beyond ASCII. */
  total: number;
  /** Those of the part of the code page that people write with. */
  common: number;
}

interface Reading {
  isSingle(byte: number): boolean;
  isCommon(lead: number, trail: number): boolean;
}

const within = (value: number, first: number, last: number) => value >= first && value <= last;

function share(bytes: Buffer, reading: Reading): number {
  const tally: Tally = { total: 0, common: 0 };
  for (let index = 0; index < Math.min(bytes.length, SAMPLE); index++) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    tally.total++;
    if (reading.isSingle(lead)) continue;
    index++;
    if (reading.isCommon(lead, bytes[index] ?? 0)) tally.common++;
  }
  return tally.common / Math.max(tally.total, 1);
}

/** The share (0 to 1) of GB 2312's punctuation and first-level characters. */
export function gbkScore(bytes: Buffer): number {
  return share(bytes, {
    isSingle: () => false,
    isCommon: (lead, trail) =>
      within(trail, 0xa1, 0xfe) && (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xd7)),
  });
}

/** The share (0 to 1) of punctuation, kana and first-level kanji; half-width kana count as unlikely. */
export function shiftJisScore(bytes: Buffer): number {
  return share(bytes, {
    isSingle: (byte) => within(byte, 0xa0, 0xdf),
    isCommon: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x97),
  });
}
