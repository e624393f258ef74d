/** Values by key, of which only the last few made are kept. */
export class LastUsed<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;
  readonly #end: (value: T) => void;

  /** `end` is called with each value that is no longer kept. */
  constructor(most: number, end: (value: T) => void) {
    this.#most = most;
    this.#end = end;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  keep(key: string, value: T): T {
    this.drop(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size > this.#most) this.drop(oldest);
    return value;
  }

  drop(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#end(value);
  }
}
