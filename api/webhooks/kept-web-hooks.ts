import type { Change, Clock, Json, Store } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { NewWebHook, WebHook } from '../web-hooks.ts';

export interface KeptWebHooksOptions {
  /** The driven clock. */
  readonly clock: Clock;
  /** `null`: in memory only. */
  readonly store: Store | null;
}

/** What a store has to change to have no webhooks any more, and none before. */
export const forgetWebHooks = (store: Store): readonly Change[] => [
  ...[...store.read(TABLE).keys()].map((id): Change => ({ table: TABLE, id, record: null })),
  { table: 'counters', id: TABLE, record: null },
];

/** Whether a store has any. */
export const keepsWebHooks = (store: Store | null): boolean => store !== null && store.read(TABLE).size > 0;

const TABLE = 'webhooks';

/** The webhooks of a house, one change after the other. Each is written first and takes effect when it would survive a restart. */
export class KeptWebHooks {
  readonly records = new Map<number, WebHook>();
  readonly #options: KeptWebHooksOptions;
  #next = 1;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: KeptWebHooksOptions) {
    this.#options = options;
    const { store } = options;
    if (store === null) return;
    const kept = [...store.read(TABLE).values()] as unknown as readonly WebHook[];
    for (const hook of kept.toSorted((one, other) => one.id - other.id)) this.records.set(hook.id, hook);
    const next = store.read('counters').get(TABLE);
    this.#next = Math.max(typeof next === 'number' ? next : 1, ...[...this.records.keys()].map((id) => id + 1));
  }

  add(asked: NewWebHook): Promise<WebHook> {
    return this.#inTurn(async () => {
      const most = LIMITS.webHooks.value;
      if (this.records.size >= most) throw new CallFault(106, undefined, `id: there are ${most} already`);
      const now = this.#options.clock.now();
      const { url, enabled, cid, property } = asked;
      const id = this.#next;
      const hook: WebHook = { id, created: now, lastUpdate: now, type: 'component', url, enabled, cid, property };
      await this.#write([changeOf(hook), { table: 'counters', id: TABLE, record: id + 1 }]);
      this.#next = id + 1;
      this.records.set(id, hook);
      return hook;
    });
  }

  /** As it is then; `undefined` if nothing had to change. */
  enable(id: number, enabled: boolean): Promise<WebHook | undefined> {
    return this.#inTurn(async () => {
      const before = this.known(id);
      if (before.enabled === enabled) return undefined;
      const hook = { ...before, enabled, lastUpdate: this.#options.clock.now() };
      await this.#write([changeOf(hook)]);
      this.records.set(id, hook);
      return hook;
    });
  }

  remove(id: number): Promise<void> {
    return this.#inTurn(async () => {
      this.known(id);
      await this.#write([{ table: TABLE, id: String(id), record: null }]);
      this.records.delete(id);
    });
  }

  /** Fault 112 for an unknown one. */
  known(id: number): WebHook {
    const hook = this.records.get(id);
    if (hook === undefined) throw new CallFault(112);
    return hook;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #write(changes: readonly Change[]): Promise<void> {
    await this.#options.store?.write(changes);
  }
}

const changeOf = (hook: WebHook): Change => ({
  table: TABLE,
  id: String(hook.id),
  record: { ...hook } satisfies WebHook as unknown as Json,
});
