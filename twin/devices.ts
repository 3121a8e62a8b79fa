import { type Observable, Subscription } from 'rxjs';
import type { Backend, Link, Report } from './backend.ts';
import type { ComponentRecord, House } from './building/house.ts';
import type { Clock, Instant } from './clock/clock.ts';
import { type ComponentState, DEVICE, dataEntry, LiveComponent } from './component.ts';
import type { Cause, Content, DataEntry, Value } from './data-entry.ts';
import type { Journal } from './journal.ts';
import { express, type Kind, refine } from './kind.ts';
import { LIMITS } from './limits.ts';
import { Links, type LinksState } from './links.ts';
import { Telling } from './telling.ts';
import type { Command, CommandOutcome } from './twin.ts';

export interface DevicesOptions {
  readonly house: House;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly clock: Clock;
  readonly backends: readonly Backend[];
  readonly journal: Journal;
  /** Called with every new entry and the value before it, once everybody who listens has heard of it. */
  entered(entry: DataEntry, before: Value | null): void;
}

/** What the future of the devices follows from, as far as the twin knows them. */
export interface DevicesState {
  readonly components: { readonly [cid: string]: ComponentState };
  readonly links: { readonly [backend: string]: LinksState };
}

/** The components with the backends that reach them: reports become entries, commands become writes. */
export class Devices {
  readonly components: ReadonlyMap<string, LiveComponent>;
  readonly entries: Observable<DataEntry>;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #entered: DevicesOptions['entered'];
  readonly #telling = new Telling();
  readonly #backends: ReadonlyMap<string, Backend>;
  readonly #links: ReadonlyMap<string, Links>;
  readonly #writes = new Subscription();
  #listening = new Subscription();

  constructor({ house, kinds, clock, backends, journal, entered }: DevicesOptions) {
    this.#clock = clock;
    this.#journal = journal;
    this.#entered = entered;
    this.entries = this.#telling.entries;
    this.#backends = byKey(backends, ({ name }) => name, 'backend');
    this.#links = new Map(backends.map(({ name }) => [name, new Links()]));
    const components = house.components.map((record) => component(record, kinds, this.#backends));
    this.components = byKey(components, ({ cid }) => cid, 'component');
  }

  check(cid: string, property: string, value: unknown): CommandOutcome {
    const found = this.#prepare(cid, property, value);
    return typeof found === 'string' ? found : 'accepted';
  }

  state(): DevicesState {
    const components: { [cid: string]: ComponentState } = {};
    for (const [cid, live] of this.components) components[cid] = live.state();
    const links = Object.fromEntries([...this.#links].map(([name, kept]) => [name, kept.state()]));
    return { components, links };
  }

  /** Puts components and links back; nothing is heard of the backends until `listen` is called. */
  resume(state: DevicesState): void {
    this.#listening.unsubscribe();
    for (const [name, links] of this.#links) links.resume(state.links[name]);
    for (const [cid, live] of this.components) live.resume(state.components[cid] ?? NOTHING_KNOWN);
  }

  close(): void {
    this.#listening.unsubscribe();
    this.#writes.unsubscribe();
    this.#telling.end();
    for (const live of this.components.values()) live.close();
  }

  /** Begins to hear what the backends say. */
  listen(): void {
    this.#listening = new Subscription();
    for (const backend of this.#backends.values()) {
      this.#listening.add(backend.link.subscribe((link) => this.#linked(backend, link)));
      this.#listening.add(backend.reports.subscribe((report) => this.#reported(backend, report)));
    }
  }

  /** Commands a value; if it is accepted, `answered` is called once with whether the device took it. */
  command({ cid, property, value, cause }: Command, answered: (taken: boolean) => void): CommandOutcome {
    const now = this.#clock.now();
    const found = this.#prepare(cid, property, value);
    if (typeof found === 'string') return found;
    const { component, position, content } = found;
    this.#journal.command(now, { cid, property, value, content, cause });
    component.commanded(cause, now);
    const backend = component.backend === null ? undefined : this.#backends.get(component.backend);
    if (backend === undefined) {
      this.#reportAndEnter(component, position, { cid, property, content }, value, cause, now);
      answered(true);
      return 'accepted';
    }
    const line = this.#journal.sequence;
    const settle = (reason: string | null): void => {
      if (backend.repeatable !== true) {
        this.#journal.line(this.#clock.now(), 'write', { cid, property, command: line, taken: reason === null });
      }
      if (reason !== null) this.#fault('write-failed', { cid, property, content }, reason);
      answered(reason === null);
    };
    this.#writes.add(
      backend.write({ cid, property }, content, cause).subscribe({
        next: (outcome) => settle(outcome.ok ? null : outcome.reason),
        error: (error: unknown) => settle(`${backend.name} broke off: ${String(error)}`),
      }),
    );
    return 'accepted';
  }

  /** The component and the content of a command, or why there is none. */
  #prepare(
    cid: string,
    property: string,
    value: unknown,
  ): Exclude<CommandOutcome, 'accepted'> | { component: LiveComponent; position: number; content: Content } {
    const component = this.components.get(cid);
    if (component === undefined) return 'unknown-component';
    const position = component.position(property);
    const kind = component.kind.properties[property];
    if (position < 0 || kind === undefined || !kind.commandable) return 'not-commandable';
    const content = express(kind, value);
    return content === null ? 'invalid-value' : { component, position, content };
  }

  #reported(backend: Backend, report: Report): void {
    const now = this.#clock.now();
    const component = this.components.get(report.cid);
    const position = component?.position(report.property) ?? -1;
    const kind = component?.kind.properties[report.property];
    if (component === undefined || position < 0 || kind === undefined || component.backend !== backend.name) {
      this.#fault('unknown-point', report, `${backend.name} has no such point in this house`);
      return;
    }
    const value = refine(kind, report.content);
    if (value === null) {
      this.#fault('bad-content', report, 'this property has no such content');
      return;
    }
    const cause = report.byHand === true ? DEVICE : component.causeOf(now);
    this.#reportAndEnter(component, position, report, value, cause, now);
  }

  /** What a backend says of a link changes what is reachable, and only a change makes an entry. */
  #linked(backend: Backend, link: Link): void {
    const now = this.#clock.now();
    const links = this.#links.get(backend.name);
    if (links === undefined) return;
    const isNews = links.take(link);
    const concerned = link.cid === null ? [...this.components.values()] : [this.components.get(link.cid)];
    const changed = concerned.filter(
      (component): component is LiveComponent =>
        component?.backend === backend.name &&
        component.position(REACHABLE) >= 0 &&
        component.entry(REACHABLE)?.value !== links.reaches(component.cid),
    );
    if (backend.repeatable !== true && (isNews || changed.length > 0)) {
      this.#journal.line(now, 'link', { backend: backend.name, cid: link.cid, up: link.up });
    }
    for (const component of changed) {
      const value = links.reaches(component.cid);
      const report = { cid: component.cid, property: REACHABLE, content: value ? 1 : 0 };
      this.#reportAndEnter(component, component.position(REACHABLE), report, value, DEVICE, now);
    }
  }

  /** The one place where entries come about. */
  #reportAndEnter(
    component: LiveComponent,
    position: number,
    report: Report,
    value: Value,
    cause: Cause,
    now: Instant,
  ): void {
    const { cid, property, content } = report;
    this.#journal.report(now, report);
    const sequence = this.#journal.entry(now, { cid, property, value, content, cause });
    const unit = component.kind.properties[property]?.unit ?? null;
    const entry = dataEntry(component.cid, property, content, value, now, unit, sequence, cause);
    const before = component.entries[position]?.value ?? null;
    component.put(position, entry);
    this.#telling.tell(component, position, entry);
    this.#entered(entry, before);
  }

  #fault(fault: string, { cid, property, content }: Report, reason: string): void {
    const fields = {
      fault,
      cid: brief(cid),
      property: brief(property),
      content: brief(content),
      reason: brief(reason),
    };
    this.#journal.line(this.#clock.now(), 'fault', fields);
  }
}

/** The property that says whether a device can be reached. */
const REACHABLE = 'reachable';

const NOTHING_KNOWN: ComponentState = { entries: {}, answering: null };

function component(
  record: ComponentRecord,
  kinds: ReadonlyMap<string, Kind>,
  backends: ReadonlyMap<string, Backend>,
): LiveComponent {
  const kind = kinds.get(record.type);
  if (kind === undefined) throw new RangeError(`${record.cid} is of the unknown kind ${record.type}`);
  if (!/^C\d+$/.test(record.cid)) throw new RangeError(`${record.cid} is not C and digits`);
  if (record.backend !== null && !backends.has(record.backend)) {
    throw new RangeError(`${record.cid} hangs on the unknown backend ${record.backend}`);
  }
  return new LiveComponent(record, kind);
}

function byKey<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key, what: string): ReadonlyMap<Key, Item> {
  const map = new Map<Key, Item>();
  for (const item of items) {
    if (map.has(keyOf(item))) throw new RangeError(`there are two of the ${what} ${String(keyOf(item))}`);
    map.set(keyOf(item), item);
  }
  return map;
}

/** What a bus says in error may be anything, of any length. */
const brief = (anything: unknown): Content | null => {
  if (typeof anything === 'number') return anything;
  return typeof anything === 'string' ? anything.slice(0, LIMITS.faultCharacters.value) : null;
};
