import type { Run } from '../run/run.ts';

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndSignal = keyof typeof SIGNAL_EXIT_CODES;

/**
 * Works with a run and closes it however the work ends: when it is done, throws, or a signal comes, which aborts
 * `signal` and becomes the exit code. A second signal ends cusp at once; its services notice.
 */
export async function withRun<T>(run: Run, work: (run: Run, signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const end = (name: EndSignal) => {
    if (controller.signal.aborted) process.exit(SIGNAL_EXIT_CODES[name]);
    process.exitCode = SIGNAL_EXIT_CODES[name];
    controller.abort(new Error(`cusp got ${name}`));
  };
  const signals = Object.keys(SIGNAL_EXIT_CODES) as EndSignal[];
  for (const name of signals) process.on(name, end);
  try {
    return await work(run, controller.signal);
  } finally {
    await run.close();
    for (const name of signals) process.off(name, end);
  }
}
