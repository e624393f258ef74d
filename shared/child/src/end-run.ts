import type { Child } from './child.ts';
import { type SweepOptions, sweepRun } from './termination/sweep-run.ts';

/** Ends the children of a run and then whatever else carries its tag. Takes the grace twice at most. */
export async function endRun(
  runId: string,
  children: Iterable<Child>,
  options: SweepOptions = {},
): Promise<void> {
  const { except: _except, ...kill } = options;
  await Promise.all([...children].map((child) => child.kill(kill)));
  await sweepRun(runId, options);
}
