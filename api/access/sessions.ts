import {
  between,
  type Change,
  type Clock,
  type Duration,
  hours,
  type Instant,
  type Json,
  later,
  type Store,
  seconds,
} from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import { EndedSessions } from './ended-sessions.ts';
import { type KeptSession, keptOf, lifetimeOf, rowOf, type Session, type SessionRow } from './kept-session.ts';
import type { SessionFacts, SessionIds } from './session-id.ts';

export type { Session };

const SWEEP_EVERY: Duration = hours(1);

/** How old the written time of last use may be. */
const LAG: Duration = seconds(LIMITS.sessionLagSeconds.value);

export interface SessionsOptions {
  readonly clock: Clock;
  readonly store: Store | null;
  readonly ids: SessionIds;
  readonly report: ReportProblem;
  /** Present generation of a user's identifiers; `undefined` for a user who may have no session. */
  generation(user: number, remote: boolean): number | undefined;
  /** Makes all identifiers worthless that were issued to a user so far, except for sessions that are kept. */
  raise(user: number): Promise<void>;
}

/**
 * Sessions. One that nobody has presented since it was opened exists in its identifier only. From then on it is kept here, and
 * it is written to the store as soon as its time of last use would otherwise lag behind by more than a minute.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Least recently used first, to the minute. */
  readonly #kept = new Map<string, KeptSession>();
  readonly #counts = new Map<number, number>();
  readonly #ended: EndedSessions;
  #swept: Instant;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#ended = new EndedSessions(options.clock, LIMITS.endedSessionsPerUser.value);
    this.#swept = options.clock.now();
    const records = options.store?.read('sessions') ?? new Map<string, Json>();
    const rows = [...records].map(([id, row]) => ({ id, ...(row as unknown as SessionRow) }));
    rows.sort((a, b) => usedAt(a) - usedAt(b));
    const stale: string[] = [];
    for (const row of rows) {
      const until = 'ended' in row ? row.ended : row.lastUse + lifetimeOf(row);
      if (row.generation !== options.generation(row.user, row.remote === true) || until <= this.#swept)
        stale.push(row.id);
      else if ('ended' in row) this.#ended.add(row.user, row.id, until as Instant);
      else this.#keep(keptOf(row.id, row, row.lastUse as Instant, true));
    }
    this.#discard(stale);
  }

  /** A new session. It costs nothing until it is presented. */
  open({ user, persistent, remote }: Pick<SessionFacts, 'user' | 'persistent' | 'remote'>): string {
    const generation = this.#options.generation(user, remote) ?? 0;
    return this.#options.ids.issue({ user, generation, created: this.#options.clock.now(), persistent, remote });
  }

  /** Uses a session; `undefined` for one that is not alive. Waits only when the time of last use has to be written first. */
  present(id: string): Session | Promise<Session> | undefined {
    const session = this.#kept.get(id) ?? this.#firstUse(id);
    if (!session) return undefined;
    const now = this.#options.clock.now();
    if (between(session.lastUse, now) >= lifetimeOf(session)) {
      this.#drop(session);
      return undefined;
    }
    session.lastUse = now;
    if (session.writing) return session.writing;
    return between(session.noted, now) < LAG ? session : this.#note(session, now);
  }

  /** Ends one session at once; resolves when it will stay ended. */
  async end(id: string): Promise<void> {
    const facts = this.#options.ids.read(id);
    const session = this.#kept.get(id);
    if (session) this.#remove(session);
    if (!facts) return;
    if (facts.generation === this.#options.generation(facts.user, facts.remote)) {
      const until = later(facts.created as Instant, lifetimeOf(facts));
      if (!this.#ended.add(facts.user, id, until)) return this.#options.raise(facts.user);
      const row = { user: facts.user, generation: facts.generation, remote: facts.remote, ended: until };
      await this.#options.store?.write([{ table: 'sessions', id, record: row }]);
    } else if (session?.stored) {
      await this.#options.store?.write([{ table: 'sessions', id, record: null }]);
    }
  }

  /**
   * What a new generation of a user's identifiers means for the sessions: `changes` for the store first, then `make`. Those
   * that `stay` go on in the new generation, all others end.
   */
  renew(
    user: number,
    generation: (remote: boolean) => number,
    stay: (session: Session) => boolean,
  ): { changes: readonly Change[]; make(): void } {
    const own = () => [...this.#kept.values()].filter((session) => session.user === user);
    const changes = [
      ...own().map((session) => ({
        table: 'sessions',
        id: session.id,
        record: stay(session) ? rowOf({ ...session, generation: generation(session.remote) }) : null,
      })),
      ...this.#ended.of(user).map((id) => ({ table: 'sessions', id, record: null })),
    ];
    const make = () => {
      this.#ended.forget(user);
      for (const session of own()) {
        if (!stay(session)) this.#remove(session);
        else Object.assign(session, { generation: generation(session.remote), stored: this.#options.store !== null });
      }
    };
    return { changes, make };
  }

  /** What it means for the sessions that a user's remote ones end: `changes` for the store first, then `make`. */
  withoutRemote(user: number): { changes: readonly Change[]; make(): void } {
    const remote = () => [...this.#kept.values()].filter((session) => session.user === user && session.remote);
    return {
      changes: remote().map(({ id }) => ({ table: 'sessions', id, record: null })),
      make: () => {
        for (const session of remote()) this.#remove(session);
      },
    };
  }

  /** Sessions whose time of last use is newer than what the store knows, as the store shall know them. */
  unwritten(): readonly Change[] {
    return [...this.#kept.values()]
      .filter(({ lastUse, noted }) => lastUse > noted)
      .map((session) => ({ table: 'sessions', id: session.id, record: rowOf(session) }));
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  #firstUse(id: string): KeptSession | undefined {
    const facts = this.#options.ids.read(id);
    if (!facts || facts.generation !== this.#options.generation(facts.user, facts.remote)) return undefined;
    const created = facts.created as Instant;
    const age = between(created, this.#options.clock.now());
    if (age < 0 || age >= lifetimeOf(facts) || this.#ended.has(facts.user, id)) return undefined;
    const session = keptOf(id, facts, created, false);
    this.#makeRoom(facts.user);
    this.#keep(session);
    return session;
  }

  #note(session: KeptSession, now: Instant): Session | Promise<Session> {
    const { store, report } = this.#options;
    session.noted = now;
    this.#kept.delete(session.id);
    this.#kept.set(session.id, session);
    if (!store) return session;
    session.stored = true;
    const done = () => {
      session.writing = undefined;
      return session;
    };
    const writing = store.write([{ table: 'sessions', id: session.id, record: rowOf(session) }]);
    session.writing = writing
      .catch((error) => report({ during: 'writing the last use of a session', error }))
      .then(done);
    return session.writing;
  }

  #keep(session: KeptSession): void {
    this.#kept.set(session.id, session);
    this.#counts.set(session.user, (this.#counts.get(session.user) ?? 0) + 1);
  }

  #remove(session: KeptSession): void {
    if (!this.#kept.delete(session.id)) return;
    const count = (this.#counts.get(session.user) ?? 1) - 1;
    if (count > 0) this.#counts.set(session.user, count);
    else this.#counts.delete(session.user);
  }

  /** Forgets a session and its record. It lives on only if its identifier alone says that it does. */
  #drop(session: KeptSession): void {
    this.#remove(session);
    if (session.stored) this.#discard([session.id]);
  }

  #makeRoom(user: number): void {
    const now = this.#options.clock.now();
    if (between(this.#swept, now) >= SWEEP_EVERY) this.#sweep(now);
    if ((this.#counts.get(user) ?? 0) >= LIMITS.sessionsPerUser.value) {
      for (const session of this.#kept.values()) {
        if (session.user !== user) continue;
        this.#drop(session);
        break;
      }
    }
    const [oldest] = this.#kept.size >= LIMITS.sessions.value ? this.#kept.values() : [];
    if (oldest) this.#drop(oldest);
  }

  #sweep(now: Instant): void {
    this.#swept = now;
    const expired = [...this.#kept.values()].filter((session) => between(session.lastUse, now) >= lifetimeOf(session));
    for (const session of expired) this.#remove(session);
    this.#discard([...expired.filter(({ stored }) => stored).map(({ id }) => id), ...this.#ended.sweep()]);
  }

  #discard(ids: readonly string[]): void {
    const { store, report } = this.#options;
    if (!store || ids.length === 0) return;
    store
      .write(ids.map((id) => ({ table: 'sessions', id, record: null })))
      .catch((error) => report({ during: 'removing records of ended sessions', error }));
  }
}

const usedAt = (row: SessionRow): number => ('ended' in row ? 0 : row.lastUse);
