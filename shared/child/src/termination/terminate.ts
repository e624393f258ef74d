import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '@cusp/protocol';
import { signalAll } from './signal.ts';
import type { Sighting, Targets } from './targets.ts';

const DEFAULT_GRACE_MS = 1_000;
const FORCE_LIMIT_MS = 3_000;
const FORCE_ROUND_MS = 200;
const FREEZE_ROUNDS = 50;
const FIRST_POLL_MS = 4;
const LAST_POLL_MS = 40;

export interface TerminationOptions {
  /** Between SIGTERM and SIGKILL; 0 sends SIGKILL at once. 1,000 when omitted. */
  graceMs?: number;
  /** Stops the waiting, not the dying: what was signalled stays signalled. */
  signal?: AbortSignal;
}

// Stopped processes start no others, so that nothing is born between the last look and the signal.
async function freeze(targets: Targets): Promise<Sighting> {
  const stopped = new Set<string>();
  let sighting = await targets.find();
  for (let round = 0; round < FREEZE_ROUNDS; round++) {
    const running = sighting.targets.filter(({ pid, startTime }) => !stopped.has(`${pid} ${startTime}`));
    if (running.length === 0) break;
    signalAll({ ...sighting, targets: running }, 'SIGSTOP', targets);
    for (const { pid, startTime } of running) stopped.add(`${pid} ${startTime}`);
    sighting = await targets.find();
  }
  return sighting;
}

// Polled: the system tells only a parent about a death, and most of these are not our children.
async function areGone(targets: Targets, withinMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, LAST_POLL_MS)) {
    if (!targets.someRun && (await targets.find()).targets.length === 0) return true;
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(pause, left), undefined, signal ? { signal } : {});
  }
}

async function force(targets: Targets, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + FORCE_LIMIT_MS;
  while (performance.now() < deadline) {
    signalAll(await freeze(targets), 'SIGKILL', targets);
    if (await areGone(targets, FORCE_ROUND_MS, signal)) return true;
  }
  return false;
}

async function persuade(targets: Targets, graceMs: number, signal?: AbortSignal): Promise<boolean> {
  const sighting = await freeze(targets);
  signalAll(sighting, 'SIGTERM', targets);
  signalAll(sighting, 'SIGCONT', targets);
  return areGone(targets, graceMs, signal);
}

async function survivors(targets: Targets): Promise<ToolError> {
  const pids = (await targets.find()).targets.map((entry) => entry.pid);
  return new ToolError('internal', `Cannot end process ${pids.join(', ')}: still there after SIGKILL`);
}

/**
 * Ends all targets: SIGTERM, after the grace SIGKILL, until none is left.
 * @throws ToolError `access_denied` for processes that may not be signalled, `internal` for those SIGKILL cannot end.
 */
export async function terminate(targets: Targets, options: TerminationOptions = {}): Promise<void> {
  const { graceMs = DEFAULT_GRACE_MS, signal } = options;
  const ended = (graceMs > 0 && (await persuade(targets, graceMs, signal))) || (await force(targets, signal));
  if (!ended) throw await survivors(targets);
  const refused = targets.refused.map((entry) => entry.pid);
  if (refused.length > 0) {
    throw new ToolError('access_denied', `Cannot end process ${refused.join(', ')}: operation not permitted`);
  }
}
