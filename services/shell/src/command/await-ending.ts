import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '@cusp/protocol';
import type { Command, Ending } from './command.ts';

const CANCEL_GRACE_MS = 300;

/**
 * Waits for a command's end, `withinMs` at most.
 * @returns Undefined when it still runs then.
 * @throws ToolError `cancelled` once the whole tree is dead, when `signal` aborts.
 */
export async function awaitEnding(
  command: Command,
  withinMs: number,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  const waiting = new AbortController();
  try {
    const outcome = await Promise.race([
      command.ended,
      sleep(withinMs, waiting.signal),
      aborted(signal, waiting.signal),
    ]);
    if (outcome === 'aborted') throw await cancel(command);
    if (outcome !== 'timeout') return outcome;
    return command.isRunning ? undefined : await command.ended;
  } finally {
    waiting.abort();
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<'timeout'> {
  try {
    return await delay(ms, 'timeout' as const, { signal });
  } catch {
    // Nobody waits any longer.
    return 'timeout';
  }
}

function aborted(signal: AbortSignal, waiting: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: waiting });
  });
}

async function cancel(command: Command): Promise<ToolError> {
  await command.kill({ graceMs: CANCEL_GRACE_MS });
  await command.ended;
  return new ToolError('cancelled', 'Bash was cancelled; the command and all it had started were ended');
}
