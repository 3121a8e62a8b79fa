import { type Observable, Subscription } from 'rxjs';
import type { Backend, Link, Report } from './backend.ts';
import type { House } from './building/house.ts';
import type { StepOfRun } from './building/scene-runs.ts';
import type { Clock, Instant } from './clock/clock.ts';
import { type ComponentState, DEVICE, dataEntry, type LiveComponent } from './component.ts';
import { componentOf } from './component-of.ts';
import type { Cause, Cid, Content, DataEntry, Value } from './data-entry.ts';
import type { Journal } from './journal.ts';
import { express, type Kind, refine } from './kind.ts';
import { LIMITS } from './limits.ts';
import { Links, type LinksState } from './links.ts';
import { Telling } from './telling.ts';
import type { Command, CommandOutcome } from './twin.ts';
import { type UnansweredWrite, Writes } from './writes.ts';

export interface DevicesOptions {
  readonly house: House;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly clock: Clock;
  readonly backends: readonly Backend[];
  readonly journal: Journal;
  /** Called with every new entry and the value before it, once everybody who listens has heard of it. */
  entered(entry: DataEntry, before: Value | null): void;
  /** A command that a step of a scene gave has been answered. */
  answered(step: StepOfRun, taken: boolean): void;
}

/** What the future of the devices follows from, as far as the twin knows them. */
export interface DevicesState {
  readonly components: { readonly [cid: string]: ComponentState };
  readonly links: { readonly [backend: string]: LinksState };
  /** What real buses have not answered yet, the oldest first; left out: nothing. */
  readonly writes?: readonly UnansweredWrite[];
}

/** The components with the backends that reach them: reports become entries, commands become writes. */
export class Devices {
  readonly components: ReadonlyMap<string, LiveComponent>;
  readonly entries: Observable<DataEntry>;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #entered: DevicesOptions['entered'];
  readonly #answered: DevicesOptions['answered'];
  readonly #telling = new Telling();
  readonly #backends: ReadonlyMap<string, Backend>;
  readonly #links: ReadonlyMap<string, Links>;
  readonly #writes = new Writes();
  #listening = new Subscription();

  constructor({ house, kinds, clock, backends, journal, entered, answered }: DevicesOptions) {
    this.#clock = clock;
    this.#journal = journal;
    this.#entered = entered;
    this.#answered = answered;
    this.entries = this.#telling.entries;
    this.#backends = byKey(backends, ({ name }) => name, 'backend');
    this.#links = new Map(backends.map(({ name }) => [name, new Links()]));
    const components = house.components.map((record) => componentOf(record, kinds, this.#backends));
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
    const writes = this.#writes.state().filter(({ cid }) => this.#reaching(cid)?.repeatable !== true);
    return { components, links, ...(writes.length > 0 && { writes }) };
  }

  /**
   * Puts components and links back; nothing is heard of the backends until `listen` is called. Answers the steps of scenes that are
   * still going to be answered.
   */
  resume(state: DevicesState): readonly StepOfRun[] {
    this.#listening.unsubscribe();
    this.#writes.forget();
    for (const [name, links] of this.#links) links.resume(state.links[name]);
    for (const [cid, live] of this.components) live.resume(state.components[cid] ?? NOTHING_KNOWN);
    return (state.writes ?? []).flatMap((write) => {
      const backend = this.#reaching(write.cid);
      const outcomes = backend?.awaited?.(write.line);
      if (backend === undefined || outcomes === undefined) return [];
      this.#writes.add(write, outcomes, (reason) => this.#ended(backend, write, reason));
      return write.step === null ? [] : [write.step];
    });
  }

  close(): void {
    this.#listening.unsubscribe();
    this.#writes.forget();
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

  /** Commands a value. If it is accepted, the `step` of a scene that gave it is told once whether the device took it. */
  command({ cid, property, value, cause }: Command, step: StepOfRun | null = null): CommandOutcome {
    const now = this.#clock.now();
    const found = this.#prepare(cid, property, value);
    if (typeof found === 'string') return found;
    const { component, position, content } = found;
    this.#journal.command(now, { cid, property, value, content, cause });
    component.commanded(cause, now);
    const backend = this.#reaching(cid);
    if (backend === undefined) {
      this.#reportAndEnter(component, position, { cid, property, content }, value, cause, now);
      if (step !== null) this.#answered(step, true);
      return 'accepted';
    }
    const write = { line: this.#journal.sequence, cid, property, content, step };
    const outcomes = backend.write({ cid, property }, content, cause);
    this.#writes.add(write, outcomes, (reason) => this.#ended(backend, write, reason));
    return 'accepted';
  }

  #ended({ repeatable }: Backend, { line, step, ...written }: UnansweredWrite, reason: string | null): void {
    const { cid, property } = written;
    if (repeatable !== true) {
      const outcome = reason === null ? { taken: true } : { taken: false, reason: brief(reason) };
      this.#journal.line(this.#clock.now(), 'write', { cid, property, command: line, ...outcome });
    }
    if (reason !== null) this.#fault('write-failed', written, reason);
    if (step !== null) this.#answered(step, reason === null);
  }

  #reaching(cid: Cid): Backend | undefined {
    return this.#backends.get(this.components.get(cid)?.backend ?? '');
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
