import { type Observable, Subject } from 'rxjs';
import { Agenda } from './agenda.ts';
import type { AutomationRecord } from './building/automations/automation.ts';
import { Automations } from './building/automations/automations.ts';
import type { DryRun } from './building/automations/dry-run.ts';
import type { AutomationAlarm } from './building/automations/host.ts';
import type { RunTrace } from './building/automations/trace.ts';
import { Building } from './building/building.ts';
import type { ConfigurationChange, ConfigurationEvent, ConfigurationOutcome } from './building/configuration.ts';
import type { House, RoomRecord, SceneRecord, ZoneRecord } from './building/house.ts';
import { LocalTime } from './building/local-time.ts';
import { type EndedScene, type SceneResult, SceneRuns, type StartedScene } from './building/scene-runs.ts';
import type { SkillRecord } from './building/skills.ts';
import { type Clock, type Instant, RANK, toIso } from './clock/clock.ts';
import type { Component } from './component.ts';
import { asker, type Cause, type DataEntry } from './data-entry.ts';
import { Devices } from './devices.ts';
import { Journal } from './journal.ts';
import type { Command, CommandOutcome, Twin, TwinOptions, TwinState } from './twin.ts';

/** Builds the twin of a house and begins to listen to its backends. Throws for a house that does not hold together. */
export const createTwin = (options: TwinOptions): Twin => new LiveTwin(options);

class LiveTwin implements Twin {
  readonly house: House;
  readonly components: ReadonlyMap<string, Component>;
  readonly entries: Observable<DataEntry>;
  readonly configuration: Observable<ConfigurationEvent>;
  readonly #configured = new Subject<ConfigurationEvent>();
  readonly #building: Building;
  readonly #agenda: Agenda<AutomationAlarm>;
  readonly #automations: Automations;
  readonly #devices: Devices;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #sceneRuns: SceneRuns;

  constructor({ house, kinds, clock, backends, journal, state, before }: TwinOptions) {
    this.house = house;
    this.#clock = clock;
    this.#journal = new Journal(journal, 0);
    this.#devices = new Devices({
      house,
      kinds,
      clock,
      backends,
      journal: this.#journal,
      entered: (entry, before) => this.#automations.entry(entry, before),
      answered: (step, taken) => this.#sceneRuns.answered(step, taken),
    });
    this.entries = this.#devices.entries;
    this.components = this.#devices.components;
    this.configuration = this.#configured.asObservable();
    this.#building = new Building({
      house,
      components: this.#devices.components,
    });
    this.#sceneRuns = new SceneRuns({
      clock,
      command: (step, cause, at) => this.#devices.command({ ...step, cause }, at) === 'accepted',
      began: (scene, cause) => this.#sceneLine(scene, 'started', cause, []),
      ended: (ended, cause) => {
        this.#sceneLine(ended.scene, 'ended', cause, ended.failed);
        this.#automations.sceneEnded(ended, cause);
      },
    });
    this.#agenda = new Agenda(clock, RANK.automations, (alarm, at) => this.#automations.due(alarm, at));
    this.#automations = new Automations({
      agenda: this.#agenda,
      localTime: new LocalTime(house.timeZone),
      place: house.place,
      now: () => clock.now(),
      value: (cid, property) => this.components.get(cid)?.entry(property)?.value,
      command: (command) => this.command(command),
      check: (cid, property, value) => this.check(cid, property, value),
      stepsOf: (scene) => (this.#sceneRuns.full ? null : (this.scenes.get(scene)?.steps ?? null)),
      runScene: (scene, cause) => this.#runScene(scene, cause)?.run ?? null,
      journal: (line) => this.#journal.line(clock.now(), 'automation', line),
    });
    for (const record of this.automations.values()) this.#automations.set(record);
    if (state) this.#putBack(state, clock.now());
    if (before instanceof LiveTwin) this.#sceneRuns.inherit(before.#sceneRuns);
    before?.close();
    this.#devices.listen();
  }

  get sequence(): number {
    return this.#journal.sequence;
  }

  command(command: Command): CommandOutcome {
    return this.#devices.command(command);
  }

  check(cid: string, property: string, value: unknown): CommandOutcome {
    return this.#devices.check(cid, property, value);
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
    if (prepared.same) return { ok: true, id };
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

  wasAway(since: Instant, until: Instant): void {
    this.#journal.line(until, 'away', { since: toIso(since) });
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
    return {
      sequence: this.sequence,
      ...this.#devices.state(),
      building: this.#building.state(),
      scenes: this.#sceneRuns.state(),
      automations: { agenda: this.#agenda.state(), runs: this.#automations.state() },
    };
  }

  resume(state: TwinState, now: Instant): void {
    this.#putBack(state, now);
    this.#devices.listen();
  }

  #putBack(state: TwinState, now: Instant): void {
    const awaited = this.#devices.resume(state);
    this.#journal.sequence = state.sequence;
    this.#building.resume(state.building);
    this.#sceneRuns.resume(state.scenes, now, awaited);
    this.#agenda.resume(state.automations.agenda);
    this.#automations.resume([...this.automations.values()], this.#automationsAreOn, state.automations.runs);
  }

  get #automationsAreOn(): boolean {
    return this.skills.get('automations')?.enabled === true;
  }

  close(): void {
    this.#sceneRuns.close();
    this.#agenda.clear();
    this.#devices.close();
    this.#configured.complete();
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

  #sceneLine(scene: number, event: 'started' | 'ended', cause: Cause, failed: readonly number[]): void {
    const { user, call } = cause.by === 'user' ? cause : { user: null, call: 'executeScene' };
    const fields = { scene, event, user, call, ...(failed.length > 0 ? { failed } : {}) };
    this.#journal.line(this.#clock.now(), 'scene', fields);
  }
}
