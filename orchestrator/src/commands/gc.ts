import { stateDirectory } from '@cusp/protocol';
import { sweepRuns } from '../trace/sweep-runs.ts';

/** `cusp gc`: removes what old runs left in the state directory. */
export async function gc({ days }: { days: number }): Promise<void> {
  const removed = sweepRuns(stateDirectory(), days);
  process.stdout.write(`${removed.length} runs removed that nothing was written to for ${days} days\n`);
}
