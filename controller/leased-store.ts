import type { Change, Json, Store } from '../twin/index.ts';

/**
 * A store that can be taken away from the house that holds it. While that is being decided its writes wait; once it is decided
 * they vanish, as if they had come just before: what a house has forgotten at a reset does not come back.
 */
export class LeasedStore implements Store {
  readonly #store: Store;
  #first: readonly Change[];
  #state: 'held' | 'waiting' | 'ended' = 'held';
  #waiting: (() => void)[] = [];
  readonly #underWay = new Set<Promise<void>>();

  /** `first`: changes that the first write carries with it. */
  constructor(store: Store, first: readonly Change[] = []) {
    this.#store = store;
    this.#first = first;
  }

  read(table: string): ReadonlyMap<string, Json> {
    return this.#store.read(table);
  }

  async write(changes: readonly Change[]): Promise<void> {
    if (this.#state === 'waiting') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#state === 'ended') return;
    const writing = this.#store.write([...changes, ...this.#first]);
    this.#underWay.add(writing);
    await writing.finally(() => this.#underWay.delete(writing));
    this.#first = [];
  }

  async close(): Promise<void> {}

  /** Lets writes wait until `decide`; resolves when none is under way any more. */
  async suspend(): Promise<void> {
    this.#state = 'waiting';
    await Promise.allSettled(this.#underWay);
  }

  decide(isOver: boolean): void {
    this.#state = isOver ? 'ended' : 'held';
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}
