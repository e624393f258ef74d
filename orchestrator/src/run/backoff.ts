const DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
const HEALTHY_AFTER_MS = 60_000;

/** How long a service that died waits before its next start: at once, then 1, 2, 4 … 30 s (PRO-7). */
export class RestartBackoff {
  #deaths = 0;
  #startedAt = 0;
  #diedAt = 0;

  started(now: number): void {
    this.#startedAt = now;
  }

  died(now: number): void {
    if (now - this.#startedAt > HEALTHY_AFTER_MS) this.#deaths = 0;
    this.#deaths += 1;
    this.#diedAt = now;
  }

  /** Milliseconds from `now` until it may start. */
  remainingMs(now: number): number {
    if (this.#deaths === 0) return 0;
    const delay = DELAYS_MS[Math.min(this.#deaths, DELAYS_MS.length) - 1] ?? 0;
    return Math.max(0, this.#diedAt + delay - now);
  }
}
