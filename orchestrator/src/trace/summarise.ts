import type { TraceRecord } from './trace.ts';

/** A run's calls and their sums, as a table for a terminal. */
export function summarise(records: readonly TraceRecord[]): string {
  const inOrder = [...records].sort((a, b) => a.at.localeCompare(b.at));
  const calls = inOrder.map(
    ({ name, ms, bytes, decision, error }) =>
      `${name.padEnd(12)} ${formatMs(ms.total)} ${formatBytes(bytes)}  ${error ? `failed: ${error}` : (decision ?? '')}`,
  );
  const byName = groupByName(records);
  const sums = [...byName].map(([name, group]) => {
    const total = group.reduce((sum, { ms }) => sum + (ms.total ?? 0), 0);
    const failed = group.filter(({ error }) => error).length;
    return `${name.padEnd(12)} ${formatMs(total)}  ${group.length} calls, ${failed} failed`;
  });
  return [...calls, '', ...sums, ''].join('\n');
}

function groupByName(records: readonly TraceRecord[]): Map<string, TraceRecord[]> {
  const groups = new Map<string, TraceRecord[]>();
  for (const record of records) groups.set(record.name, [...(groups.get(record.name) ?? []), record]);
  return groups;
}

function formatMs(ms = 0): string {
  return `${ms.toFixed(1).padStart(9)} ms`;
}

function formatBytes(bytes: number): string {
  return `${String(bytes).padStart(8)} B`;
}
