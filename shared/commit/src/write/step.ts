import type { Stats } from 'node:fs';
import type { FileState } from './file-state.ts';

/** A real path gets new content, or comes to be. */
export interface PutStep {
  kind: 'put';
  /** The path as the caller gave it. */
  shown: string;
  /** Its real path. */
  file: string;
  /** The paths by which system calls reach it, and what is made beside it. */
  target: string;
  temporary: string;
  bytes: Uint8Array;
  hashAfter: string;
  current: FileState | undefined;
  /** Whose mode and owner it gets; undefined for a new file. */
  like: Stats | undefined;
}

/** A directory entry goes. */
export interface RemoveStep {
  kind: 'remove';
  shown: string;
  file: string;
  target: string;
  temporary: string;
  current: FileState;
  /** The text of the link, where the entry is one. */
  link: string | undefined;
}

/** What happens to one directory entry; a move is two of them. */
export type Step = PutStep | RemoveStep;

/** Where a change is kept, and how surely. */
export interface WriteContext {
  stateDir: string;
  runId: string;
  /** Whether data must be on the disk before the step counts as done. */
  fsync: boolean;
}
