import { between, type Clock, type Instant } from '../../twin/index.ts';

/**
 * Identifiers of sessions that were ended although they themselves still say that they live. Each is remembered until it has
 * lapsed. Of one user no more than `most` are; past that the caller has to end them all another way.
 */
export class EndedSessions {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #users = new Map<number, Map<string, Instant>>();

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  has(user: number, id: string): boolean {
    return this.#users.get(user)?.has(id) ?? false;
  }

  /** `false`: there is no room for it, not even without those that have lapsed. */
  add(user: number, id: string, until: Instant): boolean {
    const ended = this.#users.get(user) ?? new Map<string, Instant>();
    if (ended.size >= this.#most) this.#sweep(ended);
    if (ended.size >= this.#most) return false;
    ended.set(id, until);
    this.#users.set(user, ended);
    return true;
  }

  of(user: number): readonly string[] {
    return [...(this.#users.get(user)?.keys() ?? [])];
  }

  forget(user: number): void {
    this.#users.delete(user);
  }

  /** Forgets those that have lapsed, and says which. */
  sweep(): readonly string[] {
    return [...this.#users.values()].flatMap((ended) => this.#sweep(ended));
  }

  #sweep(ended: Map<string, Instant>): readonly string[] {
    const now = this.#clock.now();
    const lapsed = [...ended].filter(([, until]) => between(until, now) >= 0).map(([id]) => id);
    for (const id of lapsed) ended.delete(id);
    return lapsed;
  }
}
