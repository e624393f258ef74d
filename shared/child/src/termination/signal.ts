import type { ProcessEntry, ProcessIdentity } from '../processes/process-entry.ts';
import { processStartTime } from '../processes/start-time.ts';
import type { Sighting, Targets } from './targets.ts';

type Delivery = 'sent' | 'gone' | 'refused';

function send(pid: number, signal: NodeJS.Signals | 0): Delivery {
  try {
    process.kill(pid, signal);
    return 'sent';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ESRCH') return 'gone';
    if (code === 'EPERM') return 'refused';
    throw error;
  }
}

/** Signals exactly that process: a recycled pid, told by its start time, is left alone. */
export function signalProcess({ pid, startTime }: ProcessIdentity, signal: NodeJS.Signals | 0): Delivery {
  return processStartTime(pid) === startTime ? send(pid, signal) : 'gone';
}

// One call for a group reaches the members that are being forked too; it must be ours to the last member.
function signalGroup(members: ProcessEntry[], signal: NodeJS.Signals): boolean {
  const witness = members.find(({ pid, startTime }) => processStartTime(pid) === startTime);
  return witness !== undefined && send(-witness.group, signal) === 'sent';
}

/** Sends `signal` to all targets of a sighting, once each; tells `targets` which may not be signalled. */
export function signalAll(
  { targets: found, others }: Sighting,
  signal: NodeJS.Signals,
  targets: Targets,
): void {
  const shared = new Set(others.map((entry) => entry.group));
  for (const group of new Set(found.map((entry) => entry.group))) {
    const members = found.filter((entry) => entry.group === group);
    const reached = group > 1 && !shared.has(group) && signalGroup(members, signal);
    for (const entry of members) {
      if (signalProcess(entry, reached ? 0 : signal) === 'refused') targets.refuse(entry);
    }
  }
}
