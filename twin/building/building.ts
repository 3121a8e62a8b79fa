import type { Description, LiveComponent } from '../component.ts';
import { LIMITS } from '../limits.ts';
import type { CommandOutcome } from '../twin.ts';
import type { AutomationRecord } from './automations/automation.ts';
import { faultOf } from './automations/validate.ts';
import type { Collections, ConfigurationChange, ConfigurationOutcome } from './configuration.ts';
import type { House, RoomRecord, SceneRecord, SceneStep, ZoneRecord } from './house.ts';
import { SKILLS, type SkillRecord } from './skills.ts';

/** What an owner has configured, as JSON. */
export interface BuildingState {
  readonly rooms: readonly RoomRecord[];
  readonly zones: readonly ZoneRecord[];
  readonly scenes: readonly SceneRecord[];
  readonly automations: readonly AutomationRecord[];
  readonly skillsOff: readonly string[];
  /** Components of which the owner says something else than the house did at first. */
  readonly described: { readonly [cid: string]: Description };
  /** The next identifier of each collection: an identifier is never used again. */
  readonly next: { readonly [collection: string]: number };
}

export interface BuildingOptions {
  readonly house: House;
  readonly components: ReadonlyMap<string, LiveComponent>;
  check(cid: string, property: string, value: unknown): CommandOutcome;
}

/** A change that was found good. */
export interface Prepared {
  readonly ok: true;
  readonly id: number | string;
  make(): void;
}

type Refusal = Extract<ConfigurationOutcome, { ok: false }>;

const unknown = (field: string, reason: string): Refusal => ({ ok: false, fault: 'unknown', field, reason });
const invalid = (field: string, reason: string): Refusal => ({ ok: false, fault: 'invalid', field, reason });

/** Rooms, zones, scenes, automations and skills as they stand now. Changes come through `configure` alone. */
export class Building {
  readonly rooms = new Map<number, RoomRecord>();
  readonly zones = new Map<number, ZoneRecord>();
  readonly scenes = new Map<number, SceneRecord>();
  readonly automations = new Map<number, AutomationRecord>();
  readonly skills = new Map<string, SkillRecord>();
  readonly #options: BuildingOptions;
  #next: { [collection: string]: number } = {};

  constructor(options: BuildingOptions) {
    this.#options = options;
    const { rooms, zones, scenes, automations = [] } = options.house;
    this.#fill({ rooms, zones, scenes, automations, skillsOff: [], next: {}, described: {} });
  }

  /** Checks a change completely. Nothing happens until `make` is called, and that cannot fail. */
  prepare(change: ConfigurationChange): Prepared | Refusal {
    if (change.collection === 'skills') return this.#prepareSkill(change.id, change.record.enabled);
    if (change.collection === 'components') return this.#prepareComponent(change);
    const records: Map<number, Collections[keyof Collections]> = this[change.collection];
    const known = change.action === 'add' ? undefined : records.get(change.id);
    if (change.action !== 'add' && known === undefined)
      return unknown('id', `there is nothing with the id ${change.id}`);
    if (change.action === 'remove')
      return { ok: true, id: change.id, make: () => this.#remove(change.collection, change.id) };
    if (change.action === 'add' && records.size >= LIMITS.records.value) {
      return { ok: false, fault: 'limit', field: 'id', reason: `there are ${LIMITS.records.value} already` };
    }
    const id = change.action === 'set' ? change.id : (this.#next[change.collection] ?? 1);
    const record = structuredClone({ ...known, ...change.record, id }) as Collections[keyof Collections];
    const refusal = this.#refuses(change.collection, record, known);
    if (refusal !== null) return refusal;
    const make = (): void => {
      if (change.action === 'add') this.#next[change.collection] = id + 1;
      records.set(id, record);
    };
    return { ok: true, id, make };
  }

  state(): BuildingState {
    return structuredClone({
      rooms: [...this.rooms.values()],
      zones: [...this.zones.values()],
      scenes: [...this.scenes.values()],
      automations: [...this.automations.values()],
      skillsOff: [...this.skills.values()].filter((skill) => !skill.enabled).map((skill) => skill.id),
      next: { ...this.#next },
      described: this.#described(),
    });
  }

  resume(state: BuildingState): void {
    this.#fill(structuredClone(state));
    for (const record of this.#options.house.components) {
      this.#options.components.get(record.cid)?.describe(state.described[record.cid] ?? record);
    }
  }

  #described(): { readonly [cid: string]: Description } {
    const described: { [cid: string]: Description } = {};
    for (const record of this.#options.house.components) {
      const component = this.#options.components.get(record.cid);
      if (component === undefined || isDescribedAs(component, record)) continue;
      const { name, category, rooms } = component;
      described[record.cid] = { name, category, rooms };
    }
    return described;
  }

  #fill(state: BuildingState): void {
    for (const collection of ['rooms', 'zones', 'scenes', 'automations'] as const) {
      const records: Map<number, Collections[keyof Collections]> = this[collection];
      records.clear();
      for (const record of state[collection]) {
        if (records.has(record.id)) throw new RangeError(`there are two ${collection} with the id ${record.id}`);
        records.set(record.id, record);
      }
      this.#next[collection] = state.next[collection] ?? Math.max(0, ...records.keys()) + 1;
    }
    for (const [id, name] of Object.entries(SKILLS)) {
      this.skills.set(id, { id, name, enabled: !state.skillsOff.includes(id) });
    }
  }

  #refuses(
    collection: keyof Collections,
    record: Collections[keyof Collections],
    known: Collections[keyof Collections] | undefined,
  ): Refusal | null {
    if (collection === 'automations') return this.#refusesAutomation(record as AutomationRecord, known);
    if (record.name.trim() === '' || record.name.length > LIMITS.nameLength.value) {
      return invalid('name', `a name of 1 to ${LIMITS.nameLength.value} characters is needed here`);
    }
    switch (collection) {
      case 'rooms':
        return this.#missing('zones', (record as RoomRecord).zones, this.zones);
      case 'scenes': {
        const { rooms, steps } = record as SceneRecord;
        return this.#missing('rooms', rooms, this.rooms) ?? this.#refusesSteps(steps);
      }
      default:
        return null;
    }
  }

  #missing(field: string, ids: readonly number[], known: ReadonlyMap<number, unknown>): Refusal | null {
    const index = ids.findIndex((id) => !known.has(id));
    return index < 0 ? null : unknown(`${field}[${index}]`, `there is nothing with the id ${ids[index]}`);
  }

  #refusesSteps(steps: readonly SceneStep[]): Refusal | null {
    if (steps.length > LIMITS.sceneSteps.value) return invalid('steps', `more than ${LIMITS.sceneSteps.value} steps`);
    for (const [index, step] of steps.entries()) {
      if ('wait' in step) {
        if (step.wait >= 0 && step.wait <= LIMITS.sceneWaitSeconds.value) continue;
        return invalid(`steps[${index}].wait`, `0 to ${LIMITS.sceneWaitSeconds.value} seconds are needed here`);
      }
      const outcome = this.#options.check(step.cid, step.property, step.value);
      if (outcome === 'invalid-value')
        return invalid(`steps[${index}].value`, `${step.property} cannot take this value`);
      if (outcome !== 'accepted')
        return unknown(`steps[${index}]`, `${step.cid} has no ${step.property} that can be commanded`);
    }
    return null;
  }

  /** A scene that was removed does not keep an automation that means it from being changed. */
  #refusesAutomation({ id: _, ...record }: AutomationRecord, known: object | undefined): Refusal | null {
    const before = known === undefined ? '' : JSON.stringify(known);
    const fault = faultOf(record, {
      hasScene: (scene) => this.scenes.has(scene) || new RegExp(`"scene":${scene}\\b`).test(before),
      hasProperty: (cid, property) => this.#options.components.get(cid)?.entry(property) !== undefined,
      refuses: (cid, property, value) =>
        this.#options.check(cid, property, value) === 'accepted' ? null : `${property} of ${cid} cannot be set to this`,
    });
    if (fault === null) return null;
    return { ok: false, fault: fault.missing ? 'unknown' : 'invalid', field: fault.field, reason: fault.fault };
  }

  #prepareSkill(id: string, enabled: boolean): Prepared | Refusal {
    const skill = this.skills.get(id);
    if (skill === undefined) return unknown('id', `there is no skill ${id}`);
    return { ok: true, id, make: () => void this.skills.set(id, { ...skill, enabled }) };
  }

  #prepareComponent({ id, record }: Extract<ConfigurationChange, { collection: 'components' }>): Prepared | Refusal {
    const component = this.#options.components.get(id);
    if (component === undefined) return unknown('cid', `there is no ${id}`);
    const { name = component.name, category = component.category, rooms = component.rooms } = record;
    for (const [field, text] of Object.entries({ name, category })) {
      if (text.trim() === '' || text.length > LIMITS.nameLength.value) {
        return invalid(field, `a text of 1 to ${LIMITS.nameLength.value} characters is needed here`);
      }
    }
    const refusal = this.#missing('rooms', rooms, this.rooms);
    if (refusal !== null) return refusal;
    return { ok: true, id, make: () => component.describe({ name, category, rooms: [...new Set(rooms)] }) };
  }

  #remove(collection: keyof Collections, id: number): void {
    this[collection].delete(id);
    if (collection === 'rooms') this.#forgetRoom(id);
    if (collection === 'zones') this.#forgetZone(id);
  }

  #forgetRoom(room: number): void {
    for (const component of this.#options.components.values()) {
      const { name, category, rooms } = component;
      if (rooms.includes(room)) component.describe({ name, category, rooms: without(rooms, room) });
    }
    for (const scene of this.scenes.values()) {
      if (scene.rooms.includes(room)) this.scenes.set(scene.id, { ...scene, rooms: without(scene.rooms, room) });
    }
  }

  #forgetZone(zone: number): void {
    for (const room of this.rooms.values()) {
      if (room.zones.includes(zone)) this.rooms.set(room.id, { ...room, zones: without(room.zones, zone) });
    }
  }
}

const isDescribedAs = (component: Description, { name, category, rooms }: Description): boolean =>
  component.name === name &&
  component.category === category &&
  component.rooms.length === rooms.length &&
  component.rooms.every((room, index) => room === rooms[index]);

const without = (ids: readonly number[], id: number): readonly number[] => ids.filter((each) => each !== id);
