import type { Json, Store } from '../../twin/index.ts';

/**
 * The topics that were ever shown on a broker and not taken away since, also by an earlier process under another name: what
 * nobody remembers stays on the broker for ever. Kept before the first message goes out.
 */
export class ShownTopics {
  readonly #store: Store | null;
  readonly #url: string;
  readonly #known: Set<string>;
  #kept: string;
  #writing: Promise<void> = Promise.resolve();

  /** `null`: nothing survives the process. */
  constructor(store: Store | null, url: string) {
    this.#store = store;
    this.#url = url;
    const record = store?.read(TABLE).get(ID) as Partial<Kept> | undefined;
    const isHere = record?.url === url && Array.isArray(record.topics);
    this.#known = new Set(isHere ? record.topics?.filter((topic) => typeof topic === 'string') : []);
    this.#kept = this.#text();
    this.elsewhere = isHere || record?.topics?.length === 0 ? undefined : record?.url;
  }

  /** Another broker, on which an earlier configuration has left topics; `undefined`: there is none. */
  readonly elsewhere: string | undefined;

  /** What may stand on the broker without being meant to. */
  without(wanted: { has(topic: string): boolean }): readonly string[] {
    return [...this.#known].filter((topic) => !wanted.has(topic));
  }

  /** Resolves once these would be remembered after a loss of power; rejects with a `StoreFault`. */
  remember(topics: Iterable<string>): Promise<void> {
    for (const topic of topics) this.#known.add(topic);
    return this.#keep();
  }

  /** These were taken away. */
  forget(topics: Iterable<string>): Promise<void> {
    for (const topic of topics) this.#known.delete(topic);
    return this.#keep();
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  #keep(): Promise<void> {
    const write = async (): Promise<void> => {
      const text = this.#text();
      if (text === this.#kept || this.#store === null) return;
      const record = { url: this.#url, topics: [...this.#known] } satisfies Kept as Json;
      await this.#store.write([{ table: TABLE, id: ID, record }]);
      this.#kept = text;
    };
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  #text(): string {
    return [...this.#known].sort().join('\n');
  }
}

interface Kept {
  readonly url: string;
  readonly topics: readonly string[];
}

const TABLE = 'mqtt';
const ID = 'shown';
