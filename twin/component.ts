import { Observable, Subject, type Subscriber, type TeardownLogic } from 'rxjs';
import type { ComponentRecord } from './building/house.ts';
import { type Instant, later, seconds } from './clock/clock.ts';
import type { Cause, Cid, Content, DataEntry, Value } from './data-entry.ts';
import { type Kind, refine } from './kind.ts';
import { LIMITS } from './limits.ts';

/** One component of the building with its present entries. */
export interface Component extends ComponentRecord {
  readonly kind: Kind;
  /** Changes with every new entry and every change of the record: what is derived from the component can be cached by it. */
  readonly revision: number;
  /** The present entries in the order of the kind's properties. */
  readonly entries: readonly DataEntry[];
  entry(property: string): DataEntry | undefined;
  /** The present entry at subscription, then every new one. `undefined` for a property that the kind does not have. */
  stream(property: string): Observable<DataEntry> | undefined;
}

/** An entry as it is kept over a restart; value and unit follow from the kind. The device itself is no cause worth keeping. */
type KeptEntry = readonly [content: Content, lastUpdate: Instant, sequence: number, cause: Cause | null];

/** A command that reports may still be the answer to. */
interface Answering {
  readonly cause: Cause;
  readonly since: Instant;
  readonly last: Instant;
}

/** What an owner may change about a component. */
export type Description = Pick<ComponentRecord, 'name' | 'category' | 'rooms'>;

/** What a component needs to go on after a restart. */
export interface ComponentState {
  /** By property; what was never reported is left out. */
  readonly entries: { readonly [property: string]: KeptEntry };
  readonly answering: Answering | null;
}

export const DEVICE: Cause = { by: 'device' };

/** Position of each property of a kind; shared by all components of the kind. */
const positions = new WeakMap<Kind, ReadonlyMap<string, number>>();

/** The twin's own side of a component: light, because there are thousands, and the only place that changes one. */
export class LiveComponent implements Component {
  readonly cid: Cid;
  readonly type: string;
  readonly backend: string | null;
  readonly kind: Kind;
  name: string;
  category: string;
  rooms: readonly number[];
  revision = 0;
  readonly entries: DataEntry[];
  #subjects: (Subject<DataEntry> | undefined)[] | null = null;
  #answering: Answering | null = null;
  /** How often it was put back to an earlier state; from then on sequences begin lower. */
  #lives = 0;
  #closed = false;

  constructor(record: ComponentRecord, kind: Kind) {
    this.cid = record.cid;
    this.name = record.name;
    this.category = record.category;
    this.type = record.type;
    this.rooms = record.rooms;
    this.backend = record.backend;
    this.kind = kind;
    this.entries = Object.entries(kind.properties).map(([property, { unit }]) =>
      dataEntry(record.cid, property, null, null, null, unit, 0, DEVICE),
    );
  }

  /** Position of a property among the entries; −1 for one that the kind does not have. */
  position(property: string): number {
    let known = positions.get(this.kind);
    if (known === undefined) {
      known = new Map(Object.keys(this.kind.properties).map((name, index) => [name, index]));
      positions.set(this.kind, known);
    }
    return known.get(property) ?? -1;
  }

  entry(property: string): DataEntry | undefined {
    return this.entries[this.position(property)];
  }

  stream(property: string): Observable<DataEntry> | undefined {
    const position = this.position(property);
    return position < 0 ? undefined : new Observable((subscriber) => this.#watch(position, subscriber));
  }

  /** Takes in a new entry; whoever watches is told by `publish`. */
  put(position: number, entry: DataEntry): void {
    this.entries[position] = entry;
    this.revision += 1;
  }

  publish(position: number, entry: DataEntry): void {
    this.#subjects?.[position]?.next(entry);
  }

  /** What the owner says of it has changed. */
  describe({ name, category, rooms }: Description): void {
    this.name = name;
    this.category = category;
    this.rooms = rooms;
    this.revision += 1;
  }

  /** A command went out: the reports that follow are its answer. */
  commanded(cause: Cause, now: Instant): void {
    this.#answering = { cause, since: now, last: now };
  }

  /** Why a report that comes now comes about: the answer to a command goes on as long as its reports follow each other. */
  causeOf(now: Instant): Cause {
    const answering = this.#answering;
    if (answering === null) return DEVICE;
    const over =
      now > later(answering.last, seconds(LIMITS.answerSeconds.value)) ||
      now > later(answering.since, seconds(LIMITS.answerSecondsInAll.value));
    this.#answering = over ? null : { ...answering, last: now };
    return over ? DEVICE : answering.cause;
  }

  close(): void {
    this.#closed = true;
    for (const subject of this.#subjects ?? []) subject?.complete();
    this.#subjects = null;
  }

  state(): ComponentState {
    const entries: { [property: string]: KeptEntry } = {};
    for (const { property, content, lastUpdate, sequence, cause } of this.entries) {
      if (content === null || lastUpdate === null) continue;
      entries[property] = [content, lastUpdate, sequence, cause.by === 'device' ? null : cause];
    }
    return { entries, answering: this.#answering };
  }

  /** Whoever watches is told the entries of `state` as if they were new. */
  resume({ entries, answering }: ComponentState): void {
    this.revision += 1;
    this.#lives += 1;
    this.#answering = answering;
    for (const [position, [property, kind]] of Object.entries(this.kind.properties).entries()) {
      const [content, lastUpdate, sequence, cause] = entries[property] ?? [null, null, 0, null];
      const value = content === null ? null : refine(kind, content);
      const { unit } = kind;
      const entry = dataEntry(this.cid, property, content, value, lastUpdate, unit, sequence, cause ?? DEVICE);
      this.entries[position] = entry;
      this.publish(position, entry);
    }
  }

  /** An entry that is still being told to others when somebody begins to watch is not told to them twice. */
  #watch(position: number, subscriber: Subscriber<DataEntry>): TeardownLogic {
    let told = -1;
    let life = this.#lives;
    const tell = (entry: DataEntry): void => {
      if (entry.sequence <= told && life === this.#lives) return;
      told = entry.sequence;
      life = this.#lives;
      subscriber.next(entry);
    };
    const present = this.entries[position];
    if (this.#closed) {
      if (present !== undefined) tell(present);
      return subscriber.complete();
    }
    this.#subjects ??= this.entries.map(() => undefined);
    const subject = this.#subjects[position] ?? new Subject();
    this.#subjects[position] = subject;
    const watching = subject.subscribe({ next: tell, complete: () => subscriber.complete() });
    if (present !== undefined) tell(present);
    return () => {
      watching.unsubscribe();
      if (!subject.observed && this.#subjects?.[position] === subject) this.#subjects[position] = undefined;
    };
  }
}

/** One hidden class for all entries: there are tens of thousands. */
export const dataEntry = (
  cid: Cid,
  property: string,
  content: Content | null,
  value: Value | null,
  lastUpdate: Instant | null,
  unit: string | null,
  sequence: number,
  cause: Cause,
): DataEntry => ({ cid, property, content, value, lastUpdate, unit, sequence, cause });
