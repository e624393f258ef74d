/** The hash of the content that the caller saw; null where the file must not exist yet. */
export type ExpectedHash = string | null;

interface PlannedWrite {
  kind: 'write';
  path: string;
  bytes: Uint8Array;
  expected: ExpectedHash;
}

interface PlannedDelete {
  kind: 'delete';
  path: string;
  expected: string;
}

/** `bytes` is what `path` holds afterwards; `expected` is the hash of `from`. */
interface PlannedMove {
  kind: 'move';
  from: string;
  path: string;
  bytes: Uint8Array;
  expected: string;
  expectedTarget: ExpectedHash;
}

/**
 * One file to change. Paths are absolute and real, but for the last part of what is deleted or moved away: a link there
 * goes itself. What they lead to is what the caller has judged, so that a write by a link is `changed`.
 */
export type PlannedChange = PlannedWrite | PlannedDelete | PlannedMove;
