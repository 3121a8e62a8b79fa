import {
  type Alarm,
  between,
  type Change,
  type Instant,
  type Json,
  later,
  type Store,
  seconds,
} from '../twin/index.ts';
import type { Audit, AuditEvent, AuditLine, AuditOptions } from './audit.ts';
import { LIMITS } from './limits.ts';

/** The audit as the store remembers it. */
export const createAudit = (options: AuditOptions): Audit => new StoredAudit(options);

/** What a store has to change to have no audit any more. */
export const forgetAudit = (store: Store): readonly Change[] =>
  [...store.read(TABLE).keys()].map((id) => ({ table: TABLE, id, record: null }));

const TABLE = 'audit';
const MINUTE = seconds(LIMITS.auditMinuteSeconds.value);
const LAG = seconds(LIMITS.auditLagSeconds.value);

/** A line whose count may still grow. */
type Growing = { -readonly [Field in keyof AuditLine]: AuditLine[Field] };

/**
 * Changes have a ring of their own, so that no number of logins drives them out. Equal logins, and equal refusals, of one
 * minute are one line: who sends a password with every request fills nothing and costs next to nothing.
 */
class StoredAudit implements Audit {
  readonly #options: AuditOptions;
  readonly #changes: Growing[] = [];
  readonly #others: Growing[] = [];
  /** The latest line of everything that may happen again within the minute. */
  readonly #latest = new Map<string, Growing>();
  /** Lines that the store does not know yet, or not with their present count; `null`: it is to forget them. */
  readonly #unstored = new Map<number, Growing | null>();
  readonly #alarm: Alarm;
  #next = 1;
  #isWaiting = false;
  #closed = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#alarm = options.networkClock.alarm(() => void this.#store());
    const kept = [...(options.store?.read(TABLE).values() ?? [])] as unknown as readonly AuditLine[];
    for (const line of [...kept].sort((one, other) => one.id - other.id)) this.#ringOf(line).push({ ...line });
    this.#next = Math.max(0, ...kept.map(({ id }) => id)) + 1;
  }

  note(event: AuditEvent): void {
    const now = this.#options.clock.now();
    const key = event.kind === 'change' ? undefined : keyOf(event);
    const latest = key === undefined ? undefined : this.#latest.get(key);
    if (latest !== undefined && between(latest.at, now) < MINUTE) {
      latest.count += 1;
      // Stored with whatever is stored next: a count alone is not worth a write.
      this.#change(latest.id, latest);
      return;
    }
    const line: Growing = { id: this.#next, at: now, ...event, count: 1 };
    this.#next += 1;
    this.#append(line);
    if (key !== undefined) this.#remember(key, line, now);
    this.#change(line.id, line);
    this.#storeSoon();
  }

  lines({ since, limit }: { readonly since: Instant | null; readonly limit: number }): readonly AuditLine[] {
    const found: AuditLine[] = [];
    let [change, other] = [this.#changes.length - 1, this.#others.length - 1];
    while (found.length < limit) {
      const [one, two] = [this.#changes[change], this.#others[other]];
      const line = one !== undefined && (two === undefined || one.id > two.id) ? one : two;
      if (line === undefined || (since !== null && line.at < since)) break;
      if (line === one) change -= 1;
      else other -= 1;
      found.push({ ...line });
    }
    return found;
  }

  async close(): Promise<void> {
    this.#end();
    await this.#store();
  }

  forget(): void {
    this.#end();
    this.#unstored.clear();
  }

  #end(): void {
    this.#closed = true;
    this.#alarm.clear();
  }

  #ringOf({ kind }: AuditLine): Growing[] {
    return kind === 'change' ? this.#changes : this.#others;
  }

  #append(line: Growing): void {
    const ring = this.#ringOf(line);
    ring.push(line);
    if (ring.length <= LIMITS.audit.value) return;
    const oldest = ring.shift();
    if (oldest !== undefined) this.#change(oldest.id, null);
  }

  #remember(key: string, line: Growing, now: Instant): void {
    this.#latest.delete(key);
    this.#latest.set(key, line);
    for (const [oldest, { at }] of this.#latest) {
      if (between(at, now) < MINUTE && this.#latest.size <= LIMITS.audit.value) break;
      this.#latest.delete(oldest);
    }
  }

  #change(id: number, line: Growing | null): void {
    if (this.#options.store !== null) this.#unstored.set(id, line);
  }

  #storeSoon(): void {
    if (this.#isWaiting || this.#closed || this.#options.store === null) return;
    this.#isWaiting = true;
    this.#alarm.set(later(this.#options.networkClock.now(), LAG));
  }

  async #store(): Promise<void> {
    const { store, report } = this.#options;
    this.#isWaiting = false;
    if (store === null || this.#unstored.size === 0) return;
    const changes = [...this.#unstored].map(([id, line]): Change => {
      const record = line === null ? null : ({ ...line } as unknown as Json);
      return { table: TABLE, id: String(id), record };
    });
    const storing = new Map(this.#unstored);
    this.#unstored.clear();
    await store.write(changes).catch((error: unknown) => {
      for (const [id, line] of storing) if (!this.#unstored.has(id)) this.#unstored.set(id, line);
      report({ during: 'storing the audit', error });
    });
  }
}

const keyOf = ({ kind, user, call, target, transport, path, source, code }: AuditEvent): string =>
  kind === 'login'
    ? `login ${source} ${path} ${transport} ${user}`
    : `refusal ${source} ${path} ${transport} ${code} ${call} ${target} ${user}`;
