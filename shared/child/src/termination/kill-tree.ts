import { isOfChild } from '../processes/child-tag.ts';
import type { ProcessEntry, ProcessIdentity } from '../processes/process-entry.ts';
import { processStartTime } from '../processes/start-time.ts';
import { Targets } from './targets.ts';
import { type TerminationOptions, terminate } from './terminate.ts';

interface KillTreeOptions extends TerminationOptions {
  /** Ends what carries this `CUSP_CHILD` too: daemons that left the tree. */
  childTag?: string;
}

/**
 * Ends a process with its group, its session and all descendants in whatever sessions: SIGTERM, after the grace
 * SIGKILL. Resolves when none is left. Give the identity rather than the pid when it may have ended before.
 */
export async function killTree(root: number | ProcessIdentity, options: KillTreeOptions = {}): Promise<void> {
  const { childTag, ...termination } = options;
  const leader = typeof root === 'number' ? { pid: root, startTime: processStartTime(root) ?? '' } : root;
  const isSeed = (entry: ProcessEntry) => childTag !== undefined && isOfChild(entry, childTag);
  await terminate(new Targets({ isSeed, leader }), termination);
}
