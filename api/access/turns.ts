/**
 * Lets work with a name in common run one after the other, in the order in which it came. Guesses for one user, or from one
 * address, are judged as if they had been made in a row, however many are sent at once.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #most: number;
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Nothing is waiting or running. */
  get idle(): boolean {
    return this.#last.size === 0;
  }

  /** Whether work with one of these names is waiting or running. */
  busy(names: readonly string[]): boolean {
    return names.some((name) => this.#last.has(name));
  }

  /** No further work is taken until some has ended. */
  get full(): boolean {
    return this.#waiting >= this.#most;
  }

  /** Runs `work` once everything earlier with one of `names` has ended. */
  async take<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const earlier = names.flatMap((name) => this.#last.get(name) ?? []);
    const { promise: ended, resolve: end } = promiseToResolve();
    for (const name of names) this.#last.set(name, ended);
    this.#waiting += 1;
    try {
      await Promise.all(earlier);
      return await work();
    } finally {
      this.#waiting -= 1;
      for (const name of names) if (this.#last.get(name) === ended) this.#last.delete(name);
      end();
    }
  }
}

const promiseToResolve = (): { promise: Promise<void>; resolve: () => void } => {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
