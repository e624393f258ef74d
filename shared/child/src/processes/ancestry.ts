import type { ProcessEntry } from './process-entry.ts';

/** The pids of this process and of all its ancestors. */
export function ownLineage(processes: readonly ProcessEntry[]): Set<number> {
  const parents = new Map(processes.map((entry) => [entry.pid, entry.parent]));
  const lineage = new Set<number>();
  for (let pid: number | undefined = process.pid; pid && !lineage.has(pid); pid = parents.get(pid))
    lineage.add(pid);
  return lineage;
}
