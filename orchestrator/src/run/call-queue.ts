const MAX_PARALLEL = 10;

interface Waiting {
  mayOverlap: boolean;
  start: () => Promise<void>;
}

/**
 * Orders the calls of a batch (PIPE-3): neighbours that may overlap run together, at most 10 at a time; any other
 * waits for all before it and holds back all after it.
 */
export class CallQueue {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #alone = false;

  /** Runs `work` when its turn comes. */
  enter<T>(mayOverlap: boolean, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mayOverlap, start: () => work().then(resolve, reject) });
      this.#advance();
    });
  }

  #advance(): void {
    for (let next = this.#waiting[0]; next && this.#mayStart(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += 1;
      this.#alone = !next.mayOverlap;
      void next.start().then(() => this.#leave());
    }
  }

  #mayStart({ mayOverlap }: Waiting): boolean {
    return this.#running === 0 || (mayOverlap && !this.#alone && this.#running < MAX_PARALLEL);
  }

  #leave(): void {
    this.#running -= 1;
    this.#advance();
  }
}
