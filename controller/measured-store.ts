import type { Change, Clock, Json, Store } from '../twin/index.ts';

/** A store whose writes are counted and timed. */
export class MeasuredStore implements Store {
  readonly figures = { writes: 0, failures: 0, seconds: 0, underWay: 0 };
  /** Whether the last write came to a good end. */
  isWritable = true;
  readonly #store: Store;
  /** The real one. */
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(store: Store, clock: Pick<Clock, 'elapsed'>) {
    this.#store = store;
    this.#clock = clock;
  }

  read(table: string): ReadonlyMap<string, Json> {
    return this.#store.read(table);
  }

  async write(changes: readonly Change[]): Promise<void> {
    const { figures } = this;
    const begun = this.#clock.elapsed();
    figures.underWay += 1;
    try {
      await this.#store.write(changes);
      figures.writes += 1;
      this.isWritable = true;
    } catch (error) {
      figures.failures += 1;
      this.isWritable = false;
      throw error;
    } finally {
      figures.underWay -= 1;
      figures.seconds += (this.#clock.elapsed() - begun) / 1_000;
    }
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
