import { isOfRun } from '../processes/child-tag.ts';
import { Targets } from './targets.ts';
import { type TerminationOptions, terminate } from './terminate.ts';

export interface SweepOptions extends TerminationOptions {
  /** Pids that live on, such as services that end by themselves. */
  except?: Iterable<number>;
}

/**
 * Ends every process that carries the tag of that run, with its descendants, in whatever session: PRO-6 and PRO-7.
 * This process and its ancestors are spared.
 * @returns How many there were.
 */
export async function sweepRun(runId: string, options: SweepOptions = {}): Promise<number> {
  const { except = [], ...termination } = options;
  const targets = new Targets({ isSeed: (entry) => isOfRun(entry, runId), except });
  await terminate(targets, termination);
  return targets.count;
}
