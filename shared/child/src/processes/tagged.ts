import { ownLineage } from './ancestry.ts';
import { isOfRun } from './child-tag.ts';
import { listProcesses } from './list-processes.ts';
import type { ProcessEntry } from './process-entry.ts';

/** The processes that carry the tag of that run, without this process and its ancestors. */
export async function findTagged(runId: string): Promise<ProcessEntry[]> {
  const processes = await listProcesses();
  const lineage = ownLineage(processes);
  return processes.filter((entry) => isOfRun(entry, runId) && !lineage.has(entry.pid));
}
