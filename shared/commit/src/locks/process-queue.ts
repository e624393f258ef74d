/** Per key, when the last of those who wait for it in this process is done. */
const tails = new Map<string, Promise<void>>();

/** A place in this process's queue for a key, in order of arrival. */
export class Turn {
  /** Undefined when nobody is before. */
  readonly begins: Promise<void> | undefined;
  #end: () => void = () => undefined;

  constructor(key: string) {
    this.begins = tails.get(key);
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    const done = (this.begins ?? Promise.resolve()).then(() => ended);
    tails.set(key, done);
    void done.then(() => {
      if (tails.get(key) === done) tails.delete(key);
    });
  }

  /** Lets the next one in, as soon as those before are done too. */
  end(): void {
    this.#end();
  }
}
