import { COUNTED_BY, FORGOTTEN_AFTER_SECONDS, LOCKOUT } from '../../docs/spec/index.ts';

/** Somebody tries to log in. */
export interface Attempt {
  readonly username: string;
  readonly source: string;
  readonly path: 'local' | 'remote';
  /** What comes of it when nothing blocks it; `null` for a success. */
  readonly code: 110 | 122 | null;
}

/** What must come back. */
export type Expected = { readonly code: null | 110 | 122 } | { readonly code: 109; readonly retryAfter: number };

/** The lockout as its tables say, on a clock of its own. Times are in milliseconds. */
export class LockoutModel {
  #now = 0;
  readonly #counters = new Map<string, { failures: number; last: number }>();

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Milliseconds until the next attempt is looked at; 0 when it is now. */
  blocked({ username, source, path }: Omit<Attempt, 'code'>): number {
    return Math.max(0, ...this.#keys({ username, source, path }).map((key) => this.#blockedBy(key)));
  }

  attempt(attempt: Attempt): Expected {
    const blocked = this.blocked(attempt);
    if (blocked > 0) return { code: 109, retryAfter: Math.ceil(blocked / 1_000) };
    for (const key of this.#keys(attempt)) {
      if (attempt.code === null) this.#counters.delete(key);
      else this.#counters.set(key, { failures: this.#failures(key) + 1, last: this.#now });
    }
    return { code: attempt.code };
  }

  #keys({ username, source, path }: Omit<Attempt, 'code'>): readonly string[] {
    const value = { 'user name': username, 'source address': source };
    return COUNTED_BY[path].counters.map((counter) => `${counter} ${value[counter]}`);
  }

  #failures(key: string): number {
    const counter = this.#counters.get(key);
    return !counter || this.#now - counter.last >= FORGOTTEN_AFTER_SECONDS * 1_000 ? 0 : counter.failures;
  }

  #blockedBy(key: string): number {
    const row = LOCKOUT.find(({ failures }) => failures === this.#failures(key));
    const last = this.#counters.get(key)?.last ?? 0;
    return row ? last + row.blockedSeconds * 1_000 - this.#now : 0;
  }
}
