/** After this long, once the page is full, the rest is no longer counted. */
const MAX_COUNTING_MS = 10_000;
/** The share of the caller's patience that a search may take. */
const PATIENCE_SHARE = 0.8;

/** How long a search may go on: to count what does not fit on the page, and until the caller would stop waiting. */
export class SearchBudget {
  readonly #isFull: () => boolean;
  readonly #started = performance.now();
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[];
  stoppedAfterMs: number | undefined;

  constructor(answerWithinMs: number | undefined, isFull: () => boolean) {
    this.#isFull = isFull;
    const patience = answerWithinMs === undefined ? [] : [answerWithinMs * PATIENCE_SHARE];
    this.#timers = [
      setTimeout(() => this.check(), MAX_COUNTING_MS),
      ...patience.map((ms) => setTimeout(() => this.#end(), ms)),
    ];
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  check(): void {
    if (performance.now() - this.#started >= MAX_COUNTING_MS && this.#isFull()) this.#end();
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #end(): void {
    this.stoppedAfterMs ??= performance.now() - this.#started;
    this.#stop.abort();
  }
}
