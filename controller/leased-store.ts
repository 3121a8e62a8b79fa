import { type Change, type Json, type Store, StoreFault } from '../twin/index.ts';

/** A store that can be taken away from whoever holds it: what a house has forgotten at a reset does not come back. */
export class LeasedStore implements Store {
  readonly #store: Store;
  #first: readonly Change[];
  #ended = false;

  /** `first`: changes that the first write carries with it. */
  constructor(store: Store, first: readonly Change[] = []) {
    this.#store = store;
    this.#first = first;
  }

  read(table: string): ReadonlyMap<string, Json> {
    return this.#store.read(table);
  }

  async write(changes: readonly Change[]): Promise<void> {
    if (this.#ended) throw new StoreFault('this house is no more');
    await this.#store.write([...changes, ...this.#first]);
    this.#first = [];
  }

  async close(): Promise<void> {}

  end(): void {
    this.#ended = true;
  }

  renew(): void {
    this.#ended = false;
  }
}
