import { Value } from '@sinclair/typebox/value';
import type { Description, LiveComponent } from '../component.ts';
import type { PropertyKind } from '../kind.ts';
import { LIMITS } from '../limits.ts';
import type { AutomationRecord } from './automations/automation.ts';
import { faultOf } from './automations/validate.ts';
import type { Collections, ConfigurationChange, ConfigurationOutcome } from './configuration.ts';
import type { House, RoomRecord, SceneRecord, SceneStep, ZoneRecord } from './house.ts';
import { nameFault } from './name-fault.ts';
import { commandFault } from './property-faults.ts';
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
}

/** A change that was found good. */
export interface Prepared {
  readonly ok: true;
  readonly id: number | string;
  /** Everything is so already. */
  readonly same: boolean;
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
      return { ok: true, id: change.id, same: false, make: () => this.#remove(change.collection, change.id) };
    if (change.action === 'add' && records.size >= LIMITS.records.value) {
      return { ok: false, fault: 'limit', field: 'id', reason: `there are ${LIMITS.records.value} already` };
    }
    const id = change.action === 'set' ? change.id : (this.#next[change.collection] ?? 1);
    const asked = withoutNull({ ...known, ...change.record, id }) as Collections[keyof Collections];
    const refusal = this.#refuses(change.collection, asked, known);
    if (refusal !== null) return refusal;
    const record = structuredClone(asked);
    const make = (): void => {
      if (change.action === 'add') this.#next[change.collection] = id + 1;
      records.set(id, record);
    };
    return { ok: true, id, same: Value.Equal(known, record), make };
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
    const misnamed = record.name === known?.name ? null : nameFault(record.name);
    if (misnamed !== null) return invalid('name', misnamed);
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
      const row = this.#row(step.cid, step.property);
      if (row === undefined)
        return unknown(`steps[${index}]`, `there is no ${step.cid} with a property ${step.property}`);
      const found = commandFault(row, step);
      if (found !== null) return invalid(`steps[${index}].${found.at}`, found.fault);
    }
    return null;
  }

  #row(cid: string, property: string): PropertyKind | undefined {
    const properties = this.#options.components.get(cid)?.kind.properties ?? {};
    return Object.hasOwn(properties, property) ? properties[property] : undefined;
  }

  #refusesAutomation({ id: _, ...record }: AutomationRecord, known: object | undefined): Refusal | null {
    const references = {
      hasScene: (scene: number) => this.scenes.has(scene),
      row: (cid: string, property: string) => this.#row(cid, property),
    };
    const fault = faultOf(record, references, known);
    if (fault === null) return null;
    return { ok: false, fault: fault.missing ? 'unknown' : 'invalid', field: fault.field, reason: fault.fault };
  }

  #prepareSkill(id: string, enabled: boolean): Prepared | Refusal {
    const skill = this.skills.get(id);
    if (skill === undefined) return unknown('id', `there is no skill ${id}`);
    const same = skill.enabled === enabled;
    return { ok: true, id, same, make: () => void this.skills.set(id, { ...skill, enabled }) };
  }

  #prepareComponent({ id, record }: Extract<ConfigurationChange, { collection: 'components' }>): Prepared | Refusal {
    const component = this.#options.components.get(id);
    if (component === undefined) return unknown('cid', `there is no ${id}`);
    const { name = component.name, category = component.category, rooms = component.rooms } = record;
    for (const field of ['name', 'category'] as const) {
      const text = record[field];
      const misnamed = text === undefined || text === component[field] ? null : nameFault(text);
      if (misnamed !== null) return invalid(field, misnamed);
    }
    const refusal = this.#missing('rooms', rooms, this.rooms);
    if (refusal !== null) return refusal;
    const description = { name, category, rooms: [...new Set(rooms)] };
    const same = isDescribedAs(component, description);
    return { ok: true, id, same, make: () => component.describe(description) };
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

/** A field that is asked to be `null` is to be none. */
const withoutNull = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

const isDescribedAs = (component: Description, { name, category, rooms }: Description): boolean =>
  component.name === name &&
  component.category === category &&
  component.rooms.length === rooms.length &&
  component.rooms.every((room, index) => room === rooms[index]);

const without = (ids: readonly number[], id: number): readonly number[] => ids.filter((each) => each !== id);
