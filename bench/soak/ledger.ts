import type { Client, Reply } from './client.ts';

/** One kind of record that an owner configures: how it is added, renamed, removed and listed. */
interface Collection {
  readonly noun: string;
  readonly list: string;
  /** The rest of a new record, beside its name. */
  readonly rest: object;
}

/** Named records; webhooks cannot be changed, which is why they have a book of their own. */
export const COLLECTIONS: readonly Collection[] = [
  { noun: 'Room', list: 'getRooms', rest: { zones: [] } },
  { noun: 'Zone', list: 'getZones', rest: {} },
  { noun: 'Scene', list: 'getScenes', rest: { rooms: [1], steps: [{ cid: 'C5', property: 'state', value: true }] } },
  {
    noun: 'Automation',
    list: 'getAutomations',
    rest: {
      enabled: false,
      mode: 'single',
      triggers: [{ when: 'time', at: '04:00' }],
      conditions: [],
      actions: [{ do: 'set', cid: 'C5', property: 'state', value: false }],
    },
  },
];

/** What the house said yes to of one collection; it is bound by it. */
interface Book {
  /** Acknowledged names by identifier. */
  readonly names: Map<number, string>;
  /** What may have become of a record whose last change was never answered. */
  readonly doubtful: Map<number, Set<string | null>>;
  readonly removed: Set<number>;
  /** Identifiers of the configuration file. */
  readonly given: Set<number>;
}

/** Records of one collection at the same time. */
const MOST = 40;

/** Changes of the configuration, and what has to be there after each start because of them. */
export class Ledger {
  acknowledged = 0;
  readonly lost: string[] = [];
  readonly #books = new Map<Collection, Book>(
    COLLECTIONS.map((collection) => [
      collection,
      { names: new Map(), doubtful: new Map(), removed: new Set(), given: new Set() },
    ]),
  );
  readonly #refused: (sentence: string) => void;
  #count = 0;

  constructor(refused: (sentence: string) => void) {
    this.#refused = refused;
  }

  /** One change, over the way that is given; resolves once it is answered or never will be. */
  async change(client: Client, way: 'http' | 'socket', dice: (sides: number) => number): Promise<void> {
    const collection = COLLECTIONS[dice(COLLECTIONS.length)] as Collection;
    const book = this.#books.get(collection) as Book;
    const known = [...book.names.keys()].filter((id) => !book.doubtful.has(id));
    const id = known[dice(Math.max(1, known.length))];
    const what = id === undefined ? 0 : dice(known.length < MOST ? 4 : 8);
    this.#count += 1;
    const name = `${collection.noun} ${this.#count}`;
    if (id === undefined || what < 2) await this.#add(client, way, collection, book, name);
    else if (what === 2) await this.#rename(client, way, collection, book, id, name);
    else await this.#remove(client, way, collection, book, id);
  }

  /** What the configuration file brought along is nobody's change. */
  async begin(client: Client): Promise<void> {
    for (const [{ list }, book] of this.#books) {
      const reply = await client.http(list);
      if (!reply.answered || reply.status !== 200) throw new Error(`${list} had no answer: ${JSON.stringify(reply)}`);
      for (const { id } of reply.body as { id: number }[]) book.given.add(id);
    }
  }

  /** Compares what is there with what was acknowledged. */
  async compare(client: Client, when: string): Promise<void> {
    for (const [{ noun, list }, book] of this.#books) {
      const reply = await client.http(list);
      if (!reply.answered || reply.status !== 200) {
        this.lost.push(`${when}: ${list} could not be asked (${JSON.stringify(reply).slice(0, 120)})`);
        continue;
      }
      const there = new Map((reply.body as { id: number; name: string }[]).map((each) => [each.id, each.name]));
      for (const [id, name] of book.names) {
        const found = there.get(id) ?? null;
        const allowed = book.doubtful.get(id) ?? new Set([name]);
        if (!allowed.has(found))
          this.lost.push(`${when}: ${noun} ${id} is ${found ?? 'gone'} and was acknowledged as ${name}`);
        if (found === null) book.names.delete(id);
        else book.names.set(id, found);
      }
      for (const id of book.removed) {
        if (there.has(id)) this.lost.push(`${when}: ${noun} ${id} is there and its removal was acknowledged`);
      }
      // What was asked for without an answer may be there or not; from now on it is known.
      for (const [id, name] of there) if (!book.names.has(id) && !book.given.has(id)) book.names.set(id, name);
      book.doubtful.clear();
      book.removed.clear();
    }
  }

  async #add(
    client: Client,
    way: 'http' | 'socket',
    { noun, rest }: Collection,
    book: Book,
    name: string,
  ): Promise<void> {
    const reply = await client[way](`add${noun}`, { name, ...rest });
    if (!this.#isYes(reply, `add${noun}`)) return;
    book.names.set((reply as unknown as { body: { id: number } }).body.id, name);
  }

  async #rename(
    client: Client,
    way: 'http' | 'socket',
    { noun }: Collection,
    book: Book,
    id: number,
    name: string,
  ): Promise<void> {
    const before = book.names.get(id) ?? null;
    book.doubtful.set(id, new Set([before, name]));
    if (!this.#isYes(await client[way](`set${noun}`, { id, name }), `set${noun}`)) return;
    book.doubtful.delete(id);
    book.names.set(id, name);
  }

  async #remove(client: Client, way: 'http' | 'socket', { noun }: Collection, book: Book, id: number): Promise<void> {
    book.doubtful.set(id, new Set([book.names.get(id) ?? null, null]));
    if (!this.#isYes(await client[way](`remove${noun}`, { id }), `remove${noun}`)) return;
    book.doubtful.delete(id);
    book.names.delete(id);
    book.removed.add(id);
  }

  #isYes(reply: Reply, what: string): boolean {
    if (!reply.answered) return false;
    if (reply.status === 200) this.acknowledged += 1;
    else this.#refused(`${what}: ${JSON.stringify(reply.body).slice(0, 200)}`);
    return reply.status === 200;
  }
}
