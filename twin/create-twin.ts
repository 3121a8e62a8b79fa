import { type Observable, Subject, Subscription } from 'rxjs';
import { Agenda } from './agenda.ts';
import type { Backend, Link, Report } from './backend.ts';
import type { AutomationRecord } from './building/automations/automation.ts';
import { Automations } from './building/automations/automations.ts';
import type { DryRun } from './building/automations/dry-run.ts';
import type { AutomationAlarm } from './building/automations/host.ts';
import type { RunTrace } from './building/automations/trace.ts';
import { Building } from './building/building.ts';
import type { ConfigurationChange, ConfigurationEvent, ConfigurationOutcome } from './building/configuration.ts';
import type { ComponentRecord, House, RoomRecord, SceneRecord, ZoneRecord } from './building/house.ts';
import { LocalTime } from './building/local-time.ts';
import { type EndedScene, type SceneResult, SceneRuns, type StartedScene } from './building/scene-runs.ts';
import type { SkillRecord } from './building/skills.ts';
import { type Clock, type Instant, RANK } from './clock/clock.ts';
import { type ComponentState, DEVICE, dataEntry, LiveComponent } from './component.ts';
import type { Cause, Content, DataEntry, Value } from './data-entry.ts';
import { Journal } from './journal.ts';
import { express, type Kind, refine } from './kind.ts';
import { LIMITS } from './limits.ts';
import { Links } from './links.ts';
import { Telling } from './telling.ts';
import type { Command, CommandOutcome, Twin, TwinOptions, TwinState } from './twin.ts';

/** Builds the twin of a house and begins to listen to its backends. Throws for a house that does not hold together. */
export const createTwin = (options: TwinOptions): Twin => new LiveTwin(options);

class LiveTwin implements Twin {
  readonly house: House;
  readonly components: ReadonlyMap<string, LiveComponent>;
  readonly entries: Observable<DataEntry>;
  readonly configuration: Observable<ConfigurationEvent>;
  readonly #configured = new Subject<ConfigurationEvent>();
  readonly #building: Building;
  readonly #agenda: Agenda<AutomationAlarm>;
  readonly #automations: Automations;
  readonly #telling = new Telling();
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #backends: ReadonlyMap<string, Backend>;
  readonly #links: ReadonlyMap<string, Links>;
  readonly #sceneRuns: SceneRuns;
  readonly #subscriptions = new Subscription();
  #listening = new Subscription();

  constructor({ house, kinds, clock, backends, journal, state }: TwinOptions) {
    this.house = house;
    this.#clock = clock;
    this.#journal = new Journal(journal, 0);
    this.entries = this.#telling.entries;
    this.#backends = byKey(backends, ({ name }) => name, 'backend');
    this.#links = new Map(backends.map(({ name }) => [name, new Links()]));
    const components = house.components.map((record) => component(record, kinds, this.#backends));
    this.components = byKey(components, ({ cid }) => cid, 'component');
    this.configuration = this.#configured.asObservable();
    this.#building = new Building({
      house,
      components: this.components,
      check: (cid, property, value) => this.check(cid, property, value),
    });
    this.#sceneRuns = new SceneRuns({
      clock,
      command: (step, cause, answered) => this.#command({ ...step, cause }, answered) === 'accepted',
      began: (scene, cause) => this.#sceneLine(scene, 'started', cause, []),
      ended: (ended, cause) => {
        this.#sceneLine(ended.scene, 'ended', cause, ended.failed);
        this.#automations.sceneEnded(ended, cause);
      },
    });
    this.#agenda = new Agenda(clock, RANK.automations, (alarm) => this.#automations.due(alarm));
    this.#automations = new Automations({
      agenda: this.#agenda,
      localTime: new LocalTime(house.timeZone),
      place: house.place,
      now: () => clock.now(),
      value: (cid, property) => this.components.get(cid)?.entry(property)?.value,
      command: (command) => this.command(command),
      check: (cid, property, value) => this.check(cid, property, value),
      runScene: (scene, cause) => this.#runScene(scene, cause)?.run ?? null,
      journal: (line) => this.#journal.line(clock.now(), 'automation', line),
    });
    for (const record of this.automations.values()) this.#automations.set(record);
    if (state) this.resume(state, clock.now());
    else this.#listen();
  }

  get sequence(): number {
    return this.#journal.sequence;
  }

  command(command: Command): CommandOutcome {
    return this.#command(command, () => {});
  }

  check(cid: string, property: string, value: unknown): CommandOutcome {
    const found = this.#prepare(cid, property, value);
    return typeof found === 'string' ? found : 'accepted';
  }

  runScene(id: number, cause: Cause): Observable<SceneResult> | undefined {
    return this.#runScene(id, cause)?.result;
  }

  stopScene(id: number, cause: Cause): number {
    const now = this.#clock.now();
    if (!this.#sceneRuns.runs(id)) return 0;
    this.#journal.line(now, 'scene', { scene: id, event: 'stopped', ...asker(cause) });
    return this.#sceneRuns.stop(id);
  }

  lastRun(scene: number): EndedScene | undefined {
    return this.#sceneRuns.last(scene);
  }

  configure(change: ConfigurationChange, cause: Cause): ConfigurationOutcome {
    this.#clock.now();
    const prepared = this.#building.prepare(change);
    if (!prepared.ok) return prepared;
    const { id } = prepared;
    this.#note(
      { collection: change.collection, action: change.action, id, cause },
      'record' in change ? change.record : null,
    );
    prepared.make();
    this.#tookEffect(change, id);
    this.#tell({ collection: change.collection, action: change.action, id, cause });
    return { ok: true, id };
  }

  note(event: Omit<ConfigurationEvent, 'sequence'>, record: { readonly [field: string]: unknown } | null): void {
    this.#note(event, record);
    this.#tell(event);
  }

  runAutomation(id: number, cause: Cause): number | null {
    if (!this.automations.has(id) || !this.#automationsAreOn) return null;
    const { user, call } = asker(cause);
    this.#journal.line(this.#clock.now(), 'automation', { automation: id, event: 'asked', user, call });
    return this.#automations.run(id, user);
  }

  rehearse(automation: number): DryRun | null {
    return this.#automations.dryRun(automation);
  }

  runsOf(automation: number): readonly RunTrace[] {
    return this.#automations.traces.of(automation);
  }

  started(): void {
    const isAwaited = [...this.automations.values()].some(
      ({ enabled, triggers }) => enabled && triggers.some((trigger) => trigger.when === 'start'),
    );
    if (!isAwaited || !this.#automationsAreOn) return;
    this.#journal.line(this.#clock.now(), 'automation', { event: 'asked', trigger: 'start' });
    this.#automations.started();
  }

  get rooms(): ReadonlyMap<number, RoomRecord> {
    return this.#building.rooms;
  }

  get zones(): ReadonlyMap<number, ZoneRecord> {
    return this.#building.zones;
  }

  get scenes(): ReadonlyMap<number, SceneRecord> {
    return this.#building.scenes;
  }

  get automations(): ReadonlyMap<number, AutomationRecord> {
    return this.#building.automations;
  }

  get skills(): ReadonlyMap<string, SkillRecord> {
    return this.#building.skills;
  }

  state(): TwinState {
    const components: { [cid: string]: ComponentState } = {};
    for (const [cid, live] of this.components) components[cid] = live.state();
    const links = Object.fromEntries([...this.#links].map(([name, kept]) => [name, kept.state()]));
    return {
      sequence: this.sequence,
      components,
      links,
      building: this.#building.state(),
      scenes: this.#sceneRuns.state(),
      automations: { agenda: this.#agenda.state(), runs: this.#automations.state() },
    };
  }

  resume(state: TwinState, now: Instant): void {
    this.#listening.unsubscribe();
    this.#journal.sequence = state.sequence;
    for (const [name, links] of this.#links) links.resume(state.links[name]);
    for (const [cid, live] of this.components) live.resume(state.components[cid] ?? NOTHING_KNOWN);
    this.#building.resume(state.building);
    this.#sceneRuns.resume(state.scenes, now);
    this.#agenda.resume(state.automations.agenda);
    this.#automations.resume([...this.automations.values()], this.#automationsAreOn, state.automations.runs);
    this.#listen();
  }

  get #automationsAreOn(): boolean {
    return this.skills.get('automations')?.enabled === true;
  }

  close(): void {
    this.#listening.unsubscribe();
    this.#subscriptions.unsubscribe();
    this.#sceneRuns.close();
    this.#agenda.clear();
    this.#telling.end();
    this.#configured.complete();
    for (const live of this.components.values()) live.close();
  }

  #listen(): void {
    this.#listening = new Subscription();
    for (const backend of this.#backends.values()) {
      this.#listening.add(backend.link.subscribe((link) => this.#linked(backend, link)));
      this.#listening.add(backend.reports.subscribe((report) => this.#reported(backend, report)));
    }
  }

  #command({ cid, property, value, cause }: Command, answered: (taken: boolean) => void): CommandOutcome {
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
    const settle = (reason: string | null): void => {
      if (reason !== null) this.#fault('write-failed', { cid, property, content }, reason);
      answered(reason === null);
    };
    this.#subscriptions.add(
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
    links.take(link);
    const concerned = link.cid === null ? this.components.values() : [this.components.get(link.cid)];
    for (const component of concerned) {
      const present = component?.entry(REACHABLE);
      if (component === undefined || present === undefined || component.backend !== backend.name) continue;
      const value = links.reaches(component.cid);
      if (present.value === value) continue;
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
    this.#automations.entry(entry, before);
  }

  #runScene(id: number, cause: Cause): StartedScene | undefined {
    const scene = this.scenes.get(id);
    return scene && this.#sceneRuns.run(scene, cause);
  }

  #note(
    { collection, action, id, cause }: Omit<ConfigurationEvent, 'sequence'>,
    record: { readonly [field: string]: unknown } | null,
  ): void {
    const fields = { ...asker(cause), collection, action, id, ...(record === null ? {} : { record }) };
    this.#journal.line(this.#clock.now(), 'configuration', fields);
  }

  #tell(event: Omit<ConfigurationEvent, 'sequence'>): void {
    this.#configured.next({ ...event, sequence: this.sequence });
  }

  /** What carries the configuration out learns of a change. */
  #tookEffect(change: ConfigurationChange, id: number | string): void {
    if (change.collection === 'scenes' && change.action === 'remove') this.#sceneRuns.forget(change.id);
    if (change.collection === 'skills' && id === 'automations') this.#automations.switch(change.record.enabled);
    if (change.collection !== 'automations') return;
    const record = this.automations.get(Number(id));
    if (record === undefined) this.#automations.remove(Number(id));
    else this.#automations.set(record);
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

  #sceneLine(scene: number, event: 'started' | 'ended', cause: Cause, failed: readonly number[]): void {
    const { user, call } = cause.by === 'user' ? cause : { user: null, call: 'executeScene' };
    const fields = { scene, event, user, call, ...(failed.length > 0 ? { failed } : {}) };
    this.#journal.line(this.#clock.now(), 'scene', fields);
  }
}

/** Who asked, and over which call. */
const asker = (cause: Cause): { readonly user: string | null; readonly call: string | null } =>
  cause.by === 'user' ? { user: cause.user, call: cause.call } : { user: null, call: null };

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
