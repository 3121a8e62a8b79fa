import { type Observable, Subject } from 'rxjs';
import {
  between,
  type Change,
  type Clock,
  type Duration,
  type Instant,
  type Json,
  type Store,
  seconds,
} from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import { digest, keyedDigest, newKey, unguessable } from './secrets.ts';
import { Turns } from './turns.ts';

/** What is known of a token. Only whoever was given it knows its text. */
export interface TokenFacts {
  readonly id: number;
  readonly name: string;
  readonly created: Instant;
  readonly lastUsed: Instant | null;
}

/** A list of one kind of token. `Own` is what these have beside a name and their times. */
export interface TokenListOptions {
  readonly clock: Clock;
  readonly store: Store | null;
  /** What a list begins with that has no store (`tokenChanges`); left out: nothing. */
  readonly first?: readonly Change[];
  /** Table of the store, such as `remote-tokens`. */
  readonly table: string;
  /** How many there may be. */
  readonly most: number;
  readonly report: ReportProblem;
}

type Facts<Own> = TokenFacts & Own;

interface Entry<Own> {
  readonly facts: Facts<Own>;
  /** SHA-256 of the text. */
  readonly hash: string;
  /** The time of last use that the store knows. */
  readonly noted: Instant | null;
}

/**
 * Tokens that let somebody in without a user name. Each is 256 bits of chance, shown once, and kept as its SHA-256: what
 * cannot be guessed needs no salt and no slow hash. A change takes effect when it would survive a restart.
 */
export class TokenList<Own extends object = object> {
  /** The id of a token that was added, changed or removed. */
  readonly changes: Observable<number>;
  readonly #options: TokenListOptions;
  readonly #entries = new Map<number, Entry<Own>>();
  /** By a digest that nobody outside can compute: how long a look takes tells nothing of the tokens that are there. */
  readonly #ids = new Map<string, number>();
  readonly #key = newKey();
  readonly #changed = new Subject<number>();
  readonly #turns = new Turns(LIMITS.loginsWaiting.value);
  /** A change of it is being written: a last use that was written after it would bring back what was before. */
  #changing: number | undefined;
  #next: number;

  constructor(options: TokenListOptions) {
    const { store, table, first = [] } = options;
    this.#options = options;
    this.changes = this.#changed.asObservable();
    const begun = first.filter((change) => change.table === table).map(({ id, record }) => [id, record] as const);
    for (const [id, record] of store?.read(table) ?? begun) {
      const { hash, ...known } = record as unknown as Omit<Facts<Own>, 'id'> & { readonly hash: string };
      const facts = { ...known, id: Number(id) } as Facts<Own>;
      this.#put({ facts, hash, noted: facts.lastUsed });
    }
    const next = store?.read('counters').get(table);
    this.#next = typeof next === 'number' ? next : this.#entries.size + 1;
  }

  /** All of them, the oldest first. */
  get all(): readonly Facts<Own>[] {
    return [...this.#entries.values()].map(({ facts }) => facts).sort((one, other) => one.id - other.id);
  }

  get(id: number): Facts<Own> | undefined {
    return this.#entries.get(id)?.facts;
  }

  /** The token with this text. That it was asked for is no use of it yet. */
  find(token: string): Facts<Own> | undefined {
    if (token.length > TOKEN_CHARACTERS_MOST) return undefined;
    const id = this.#ids.get(this.#keyOf(digest(token)));
    return id === undefined ? undefined : this.get(id);
  }

  /** Whether there is a token with this text; it has been used then. */
  accepts(token: string): boolean {
    const found = this.find(token);
    if (found !== undefined) this.used(found.id);
    return found !== undefined;
  }

  /** It has let somebody in. Stored once a minute at most. */
  used(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { clock, store, table, report } = this.#options;
    const now = clock.now();
    if (entry.facts.lastUsed === now) return;
    const isLate = entry.noted === null || between(entry.noted, now) >= LAG;
    const isWorthAWrite = isLate && this.#changing !== id;
    const noted = isWorthAWrite ? now : entry.noted;
    const used = { ...entry, noted, facts: { ...entry.facts, lastUsed: now } };
    this.#entries.set(id, used);
    if (!isWorthAWrite || store === null) return;
    store
      .write([{ table, id: String(id), record: recordOf(used) }])
      .catch((error: unknown) => report({ during: `store the last use of one of the ${table}`, error }));
  }

  /** A new one; its text is told this once. 106 for a name that cannot be, or one too many. */
  add(name: string, own: Own): Promise<{ readonly id: number; readonly token: string }> {
    return this.#inTurn(async () => {
      const { clock, store, table, most } = this.#options;
      mayBeCalled(name);
      if (this.#entries.size >= most) throw new CallFault(106, undefined, `name: there are ${most} tokens already`);
      const token = unguessable(TOKEN_BYTES).toString('base64url');
      const id = this.#next;
      const facts: Facts<Own> = { ...own, id, name, created: clock.now(), lastUsed: null };
      const entry: Entry<Own> = { facts, hash: digest(token), noted: null };
      await store?.write([
        { table, id: String(id), record: recordOf(entry) },
        { table: 'counters', id: table, record: id + 1 },
      ]);
      this.#next = id + 1;
      this.#put(entry);
      this.#changed.next(id);
      return { id, token };
    });
  }

  /** 112 for an unknown one, 106 for a name that cannot be. What is left out stays. */
  set(id: number, to: Partial<Own> & { readonly name?: string }): Promise<void> {
    return this.#inTurn(async () => {
      if (to.name !== undefined) mayBeCalled(to.name);
      const entry = this.#known(id);
      const changed = { ...entry, facts: { ...entry.facts, ...to, id } };
      await this.#write(id, recordOf(changed));
      // It may have been used meanwhile.
      const { facts, noted } = this.#known(id);
      this.#entries.set(id, { ...changed, noted, facts: { ...changed.facts, lastUsed: facts.lastUsed } });
      this.#changed.next(id);
    });
  }

  /** 112 for an unknown one. */
  remove(id: number): Promise<void> {
    return this.#inTurn(async () => {
      const { hash } = this.#known(id);
      await this.#write(id, null);
      this.#entries.delete(id);
      this.#ids.delete(this.#keyOf(hash));
      this.#changed.next(id);
    });
  }

  /** Writes what the store does not know yet of last uses. */
  async close(): Promise<void> {
    this.#changed.complete();
    const { store, table } = this.#options;
    const late = [...this.#entries.values()].filter(({ facts, noted }) => facts.lastUsed !== noted);
    if (late.length === 0) return;
    await store?.write(late.map((entry) => ({ table, id: String(entry.facts.id), record: recordOf(entry) })));
  }

  async #write(id: number, record: Json): Promise<void> {
    this.#changing = id;
    try {
      await this.#options.store?.write([{ table: this.#options.table, id: String(id), record }]);
    } finally {
      this.#changing = undefined;
    }
  }

  #put(entry: Entry<Own>): void {
    this.#entries.set(entry.facts.id, entry);
    this.#ids.set(this.#keyOf(entry.hash), entry.facts.id);
  }

  #known(id: number): Entry<Own> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new CallFault(112);
    return entry;
  }

  #keyOf(hash: string): string {
    return keyedDigest(this.#key, hash).toString('base64url');
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#turns.full) return Promise.reject(new CallFault(116));
    return this.#turns.take(['tokens'], work);
  }
}

/** What a store has to change to begin with tokens whose text somebody chose beforehand. */
export const tokenChanges = <Own extends object>(
  table: string,
  given: readonly { readonly token: string; readonly facts: Omit<TokenFacts, 'id' | 'lastUsed'> & Own }[],
): readonly Change[] => [
  ...given.map(({ token, facts }, index) => {
    const own = { ...facts, id: index + 1, lastUsed: null };
    return { table, id: String(own.id), record: recordOf({ facts: own, hash: digest(token) }) };
  }),
  { table: 'counters', id: table, record: given.length + 1 },
];

/** What a store has to change to have no tokens of a kind any more. */
export const forgetTokens = (store: Store, table: string): readonly Change[] => [
  ...[...store.read(table).keys()].map((id) => ({ table, id, record: null })),
  { table: 'counters', id: table, record: null },
];

const TOKEN_BYTES = 32;
/** Beyond what anybody would choose. */
const TOKEN_CHARACTERS_MOST = 256;

/** How old the written time of last use may be. */
const LAG: Duration = seconds(LIMITS.sessionLagSeconds.value);

const recordOf = <Own>({ facts, hash }: Pick<Entry<Own>, 'facts' | 'hash'>): Json => {
  const { id: _id, ...known } = facts;
  return { ...known, hash } as unknown as Json;
};

const mayBeCalled = (name: string): void => {
  const most = LIMITS.tokenNameCharacters.value;
  if (name.trim() === '' || name.length > most || UNPRINTABLE.test(name)) {
    throw new CallFault(106, undefined, `name: 1 to ${most} characters are needed here, and none that cannot be seen`);
  }
};

const UNPRINTABLE = /\p{Cc}/u;
