const MAX_CHARACTER_BYTES = 4;

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Leaves out the end of a character whose start was cut away. */
export function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < MAX_CHARACTER_BYTES - 1 && isContinuation(bytes[start])) start++;
  return bytes.subarray(start);
}

/** Leaves out the start of a character whose end is missing. */
export function withoutCutEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - MAX_CHARACTER_BYTES && isContinuation(bytes[lead])) lead--;
  const isCut = lead >= 0 && characterLength(bytes[lead] ?? 0) > bytes.length - lead;
  return isCut ? bytes.subarray(0, lead) : bytes;
}
