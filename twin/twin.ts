import { type Observable, Subject, Subscription } from 'rxjs';
import type { Backend, Link, Report } from './backend.ts';
import type { House, RoomRecord, SceneRecord, ZoneRecord } from './building/house.ts';
import { type SceneResult, SceneRuns, type SceneRunsState } from './building/scene-runs.ts';
import type { Clock, Instant } from './clock/clock.ts';
import { type Component, type ComponentState, dataEntry, LiveComponent } from './component.ts';
import type { Cause, Cid, Content, DataEntry, Value } from './data-entry.ts';
import { Journal, type JournalSink, type Resumable } from './journal.ts';
import { express, type Kind, refine } from './kind.ts';

/** What came of a command. Only `accepted` is written to the journal and sent to the device. */
export type CommandOutcome =
  | 'accepted'
  /** No such component. */
  | 'unknown-component'
  /** No such property, or one that only the device itself changes. */
  | 'not-commandable'
  /** The property cannot take this value. */
  | 'invalid-value';

export interface Command {
  readonly cid: Cid;
  readonly property: string;
  readonly value: Value;
  readonly cause: Cause;
}

export interface TwinOptions {
  readonly house: House;
  /** The kinds of the house's components, by `type`. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly clock: Clock;
  readonly backends: readonly Backend[];
  readonly journal: JournalSink;
}

/** Everything of which the future of the twin follows. */
export interface TwinState {
  readonly sequence: number;
  readonly components: { readonly [cid: string]: ComponentState };
  readonly scenes: SceneRunsState;
}

/** The building as a deterministic machine: inputs in, data entries out, commands down to the backends. */
export interface Twin extends Resumable<TwinState> {
  readonly house: House;
  /** Every entry of every component, in order, as it comes about. Hot; completes when the twin is closed. */
  readonly entries: Observable<DataEntry>;
  readonly components: ReadonlyMap<string, Component>;
  readonly rooms: ReadonlyMap<number, RoomRecord>;
  readonly zones: ReadonlyMap<number, ZoneRecord>;
  readonly scenes: ReadonlyMap<number, SceneRecord>;
  /** Position in the one order of everything so far. */
  readonly sequence: number;
  command(command: Command): CommandOutcome;
  /** Whether `value` can be commanded, without commanding it. */
  check(cid: string, property: string, value: unknown): CommandOutcome;
  /** Runs a scene; emits once when the last step has been carried out and completes. `undefined` for an unknown id. */
  runScene(id: number, cause: Cause): Observable<SceneResult> | undefined;
  close(): void;
}

/** Builds the twin of a house and begins to listen to its backends. Throws for a component of an unknown kind. */
export const createTwin = (options: TwinOptions): Twin => new LiveTwin(options);

class LiveTwin implements Twin {
  readonly house: House;
  readonly components: ReadonlyMap<string, LiveComponent>;
  readonly rooms: ReadonlyMap<number, RoomRecord>;
  readonly zones: ReadonlyMap<number, ZoneRecord>;
  readonly scenes: ReadonlyMap<number, SceneRecord>;
  readonly entries: Observable<DataEntry>;
  readonly #entries = new Subject<DataEntry>();
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #backends: ReadonlyMap<string, Backend>;
  readonly #sceneRuns: SceneRuns;
  readonly #subscriptions = new Subscription();

  constructor({ house, kinds, clock, backends, journal }: TwinOptions) {
    this.house = house;
    this.#clock = clock;
    this.#journal = new Journal(journal, 0);
    this.entries = this.#entries.asObservable();
    this.components = new Map(house.components.map((record) => [record.cid, component(record, kinds)]));
    this.rooms = byId(house.rooms);
    this.zones = byId(house.zones);
    this.scenes = byId(house.scenes);
    this.#backends = new Map(backends.map((backend) => [backend.name, backend]));
    this.#sceneRuns = new SceneRuns({
      clock,
      command: (step, cause) => this.command({ ...step, cause }) === 'accepted',
      began: (scene, cause) => this.#sceneLine(scene, 'started', cause, []),
      ended: (scene, cause, failed) => this.#sceneLine(scene, 'ended', cause, failed),
    });
    for (const backend of backends) {
      this.#subscriptions.add(backend.link.subscribe((link) => this.#linked(backend, link)));
      this.#subscriptions.add(backend.reports.subscribe((report) => this.#reported(backend, report)));
    }
  }

  get sequence(): number {
    return this.#journal.sequence;
  }

  command({ cid, property, value, cause }: Command): CommandOutcome {
    const now = this.#clock.now();
    const found = this.#prepare(cid, property, value);
    if (typeof found === 'string') return found;
    const { component, content } = found;
    this.#journal.command(now, { cid, property, value, content, cause });
    component.commanded(cause, now);
    const backend = component.backend === null ? undefined : this.#backends.get(component.backend);
    if (backend === undefined) this.#enter(component, property, content, cause, now);
    else {
      backend.write({ cid, property }, content, cause).subscribe((outcome) => {
        if (!outcome.ok) this.#fault({ cid, property, content, reason: outcome.reason });
      });
    }
    return 'accepted';
  }

  check(cid: string, property: string, value: unknown): CommandOutcome {
    const found = this.#prepare(cid, property, value);
    return typeof found === 'string' ? found : 'accepted';
  }

  runScene(id: number, cause: Cause): Observable<SceneResult> | undefined {
    const scene = this.scenes.get(id);
    if (scene === undefined) return undefined;
    this.#clock.now();
    return this.#sceneRuns.run(scene, cause);
  }

  state(): TwinState {
    const components: { [cid: string]: ComponentState } = {};
    for (const [cid, live] of this.components) components[cid] = live.state();
    return { sequence: this.sequence, components, scenes: this.#sceneRuns.state() };
  }

  resume(state: TwinState): void {
    this.#journal.sequence = state.sequence;
    for (const [cid, live] of this.components) {
      const kept = state.components[cid];
      if (kept !== undefined) live.resume(kept);
    }
    this.#sceneRuns.resume(state.scenes);
  }

  close(): void {
    this.#subscriptions.unsubscribe();
    this.#sceneRuns.close();
    this.#entries.complete();
    for (const live of this.components.values()) live.close();
  }

  /** The component and the content of a command, or why there is none. */
  #prepare(
    cid: string,
    property: string,
    value: unknown,
  ): Exclude<CommandOutcome, 'accepted'> | { component: LiveComponent; content: Content } {
    const found = this.components.get(cid);
    if (found === undefined) return 'unknown-component';
    const kind = Object.hasOwn(found.kind.properties, property) ? found.kind.properties[property] : undefined;
    if (kind === undefined || !kind.commandable) return 'not-commandable';
    const content = express(kind, value);
    return content === null ? 'invalid-value' : { component: found, content };
  }

  #reported(backend: Backend, report: Report): void {
    const now = this.#clock.now();
    const found = this.components.get(report.cid);
    if (found === undefined || found.backend !== backend.name || found.position(report.property) < 0) {
      return this.#fault({ ...report, reason: `${backend.name} reported a point that is not its own` });
    }
    this.#journal.report(now, report);
    this.#enter(found, report.property, report.content, report.byHand === true ? BY_HAND : found.causeOf(now), now);
  }

  #linked(backend: Backend, { cid, up }: Link): void {
    const now = this.#clock.now();
    const content = up ? 1 : 0;
    const concerned = cid === null ? this.components.values() : [this.components.get(cid)];
    for (const found of concerned) {
      if (found === undefined || found.backend !== backend.name || found.entry(REACHABLE)?.content === content)
        continue;
      if (found.position(REACHABLE) >= 0) this.#enter(found, REACHABLE, content, BY_HAND, now);
    }
  }

  /** The one place where entries come about. */
  #enter(found: LiveComponent, property: string, content: Content, cause: Cause, now: Instant): void {
    const position = found.position(property);
    const kind = found.kind.properties[property];
    const value = kind === undefined ? null : refine(kind, content);
    if (kind === undefined || value === null) {
      return this.#fault({ cid: found.cid, property, content, reason: 'a content that this property cannot have' });
    }
    const sequence = this.#journal.entry(now, { cid: found.cid, property, value, content, cause });
    const entry = dataEntry(found.cid, property, content, value, now, kind.unit, sequence, cause);
    found.put(position, entry);
    this.#entries.next(entry);
    found.publish(position, entry);
  }

  #fault(fields: {
    readonly cid: string;
    readonly property: string;
    readonly content: unknown;
    readonly reason: string;
  }): void {
    this.#journal.line(this.#clock.now(), 'fault', fields);
  }

  #sceneLine(scene: number, event: 'started' | 'ended', cause: Cause, failed: readonly number[]): void {
    const user = 'user' in cause ? cause.user : null;
    const fields = { scene, event, user, call: 'executeScene', ...(failed.length > 0 ? { failed } : {}) };
    this.#journal.line(this.#clock.now(), 'scene', fields);
  }
}

/** The property that says whether a device can be reached. */
const REACHABLE = 'reachable';

/** Nobody asked for it over the interface. */
const BY_HAND: Cause = { by: 'device' };

function component(record: House['components'][number], kinds: ReadonlyMap<string, Kind>): LiveComponent {
  const kind = kinds.get(record.type);
  if (kind === undefined) throw new Error(`${record.cid} is of the unknown kind ${record.type}`);
  return new LiveComponent(record, kind);
}

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
