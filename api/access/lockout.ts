import { between, type Clock, type Duration, type Instant, later, minutes, seconds } from '../../twin/index.ts';

/** Failures without effect (specification, "Login lockout"). */
const FREE = 5;
const FIRST_BLOCK: Duration = seconds(1);
const LONGEST_BLOCK: Duration = minutes(15);
const FORGOTTEN_AFTER: Duration = minutes(15);

/** What a login is counted under. */
export interface Attempt {
  readonly username: string;
  /** `null` on the remote path, where every client comes from the same address. */
  readonly source: string | null;
}

/** Counted failures as plain data: names, then source addresses, each with its failures and the last one's time. */
export interface LockoutState {
  readonly usernames: readonly Row[];
  readonly sources: readonly Row[];
}
type Row = readonly [key: string, failures: number, last: number];

/** Counts failed logins per user name and per source address, and says how long further ones are blocked; the stricter applies. */
export class Lockout {
  readonly #usernames: Failures;
  readonly #sources: Failures;

  /** `most`: entries of each of the two tables. */
  constructor(clock: Clock, most: number, state?: LockoutState) {
    this.#usernames = new Failures(clock, most, state?.usernames);
    this.#sources = new Failures(clock, most, state?.sources);
  }

  /** Whole seconds until a login is let through, rounded up; 0: at once. */
  retryAfter({ username, source }: Attempt): number {
    const blocked = Math.max(this.#usernames.blocked(username), source === null ? 0 : this.#sources.blocked(source));
    return Math.ceil(blocked / seconds(1));
  }

  fail({ username, source }: Attempt): void {
    this.#usernames.add(username);
    if (source !== null) this.#sources.add(source);
  }

  succeed({ username, source }: Attempt): void {
    this.#usernames.delete(username);
    if (source !== null) this.#sources.delete(source);
  }

  /** How many of each are blocked at present. */
  blocked(): { readonly usernames: number; readonly sources: number } {
    return { usernames: this.#usernames.count(), sources: this.#sources.count() };
  }

  state(): LockoutState {
    return { usernames: this.#usernames.rows(), sources: this.#sources.rows() };
  }
}

/** How long further logins are blocked after the n-th failure in a row. */
export const blockAfter = (failures: number): Duration => {
  if (failures <= FREE) return seconds(0);
  return Math.min(FIRST_BLOCK * 2 ** (failures - FREE - 1), LONGEST_BLOCK) as Duration;
};

/**
 * Ordered by the last failure, oldest first. When it is full the oldest goes. It is larger than the number of failures that
 * the hashing of passwords lets through within the time after which they are forgotten anyway, so crowding one's own entry
 * out takes longer than waiting for it to lapse.
 */
class Failures {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #entries = new Map<string, { failures: number; last: Instant }>();

  constructor(clock: Clock, most: number, rows: readonly Row[] = []) {
    this.#clock = clock;
    this.#most = most;
    for (const [key, failures, last] of rows) this.#entries.set(key, { failures, last: last as Instant });
  }

  blocked(key: string): number {
    const entry = this.#entries.size === 0 ? undefined : this.#present(key);
    if (!entry) return 0;
    return Math.max(0, between(this.#clock.now(), later(entry.last, blockAfter(entry.failures))));
  }

  /** How many are blocked. */
  count(): number {
    let count = 0;
    for (const key of this.#entries.keys()) if (this.blocked(key) > 0) count += 1;
    return count;
  }

  add(key: string): void {
    const failures = (this.#present(key)?.failures ?? 0) + 1;
    this.#entries.delete(key);
    this.#makeRoom();
    this.#entries.set(key, { failures, last: this.#clock.now() });
  }

  delete(key: string): void {
    if (this.#entries.size > 0) this.#entries.delete(key);
  }

  rows(): readonly Row[] {
    return [...this.#entries].map(([key, { failures, last }]) => [key, failures, last]);
  }

  #present(key: string): { readonly failures: number; readonly last: Instant } | undefined {
    const entry = this.#entries.get(key);
    return entry && !this.#lapsed(entry.last) ? entry : undefined;
  }

  #lapsed(last: Instant): boolean {
    return between(last, this.#clock.now()) >= FORGOTTEN_AFTER;
  }

  #makeRoom(): void {
    for (const [key, { last }] of this.#entries) {
      if (!this.#lapsed(last) && this.#entries.size < this.#most) return;
      this.#entries.delete(key);
    }
  }
}
