import { type HeldLocks, type LockOptions, withLocks } from '../locks/held-locks.ts';
import { abandonedJournals, endAbandoned } from './end-abandoned.ts';
import type { Journal } from './journal.ts';

type Outcome<T> = { pending: Journal[] } | { result: T };

function touches(journal: Journal, held: HeldLocks): boolean {
  return journal.readIntent()?.entries.some(({ target }) => held.covers(target)) ?? false;
}

/**
 * Runs `work` while no other call, in whatever process, works on these files. A change of them that a dead process
 * did not end is ended first.
 * @throws ToolError `locked` that names the owner's pid when the wait is too long.
 */
export async function withFileLocks<T>(
  paths: readonly string[],
  options: LockOptions,
  work: (held: HeldLocks) => Promise<T>,
): Promise<T> {
  const tried = new Set<string>();
  for (;;) {
    const outcome = await withLocks<Outcome<T>>(paths, options, async (held) => {
      const abandoned = abandonedJournals(options.stateDir).filter(({ id }) => !tried.has(id));
      const pending = abandoned.filter((journal) => touches(journal, held));
      return pending.length > 0 ? { pending } : { result: await work(held) };
    });
    if ('result' in outcome) return outcome.result;
    // Not under the locks: the change may be of files that come before these in the order of locking.
    for (const journal of outcome.pending) {
      tried.add(journal.id);
      await endAbandoned(journal, options.stateDir);
    }
  }
}
