/** A process that cannot be mistaken for a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque and only to be compared: clock ticks since boot on Linux, a date elsewhere. */
  startTime: string;
}

/** One running process as a snapshot saw it; zombies are never listed. */
export interface ProcessEntry extends ProcessIdentity {
  parent: number;
  group: number;
  session: number;
  /** `CUSP_RUN` of its environment, where that could be read. */
  runTag?: string;
  /** `CUSP_CHILD` of its environment: which `startChild` it stems from. */
  childTag?: string;
  /** The same by its resource limit, which it inherits even where it cleared its environment. */
  limitTag?: string;
}

/** True when both are the same process, not merely the same pid. */
export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startTime === other.startTime;
}
