/** The share of the caller's patience that a search may take. */
const PATIENCE_SHARE = 0.8;

/** How long a search may go on: to count what does not fit on the page, and until the caller would stop waiting. */
export class SearchBudget {
  readonly #isFull: () => boolean;
  readonly #afterFullMs: number;
  readonly #started = performance.now();
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #isCounting = false;
  stoppedAfterMs: number | undefined;

  constructor(answerWithinMs: number | undefined, afterFullMs: number, isFull: () => boolean) {
    this.#isFull = isFull;
    this.#afterFullMs = afterFullMs;
    if (answerWithinMs !== undefined) this.#endAfter(answerWithinMs * PATIENCE_SHARE);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** To be called whenever something was found. */
  check(): void {
    if (this.#isCounting || !this.#isFull()) return;
    this.#isCounting = true;
    this.#endAfter(this.#afterFullMs);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #endAfter(ms: number): void {
    this.#timers.push(setTimeout(() => this.#end(), ms));
  }

  #end(): void {
    this.stoppedAfterMs ??= performance.now() - this.#started;
    this.#stop.abort();
  }
}
