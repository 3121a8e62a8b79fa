import type { TwinState } from '../twin.ts';
import type { AutomationRecord } from './automations/automation.ts';
import type { BuildingState } from './building.ts';
import type { ComponentRecord, House, RoomRecord, SceneRecord, ZoneRecord } from './house.ts';

/**
 * The state of a twin whose house was described by `before` and is described by `house` now. What the description changed counts;
 * where it stands as it stood, what the owner has configured since counts. Values stay with components that are still of their kind.
 * Throws a `RangeError` if the description gives an identifier that the owner's own record has already.
 */
export const ofChangedHouse = (state: TwinState, before: House, house: House): TwinState => {
  const types = new Map(before.components.map(({ cid, type }) => [cid, type]));
  const same = house.components.filter(({ cid, type }) => types.get(cid) === type);
  const components = Object.fromEntries(
    same.flatMap(({ cid }) => {
      const kept = state.components[cid];
      return kept === undefined ? [] : [[cid, kept]];
    }),
  );
  const building = buildingOf(state.building, before, house);
  return { ...state, components, building, automations: waitingOf(state, building.automations, before, house) };
};

/** Triggers that stand as they stood go on waiting for what they waited for; the others begin anew. */
const waitingOf = (
  { automations: { agenda, runs }, building }: TwinState,
  now: readonly AutomationRecord[],
  before: House,
  house: House,
): TwinState['automations'] => {
  const [was, is] = [byId(building.automations), byId(now)];
  const isElsewhere = JSON.stringify([before.timeZone, before.place]) !== JSON.stringify([house.timeZone, house.place]);
  const stands = (automation: number, index: number): boolean => {
    const [one, other] = [was.get(automation), is.get(automation)];
    const trigger = other?.triggers[index];
    if (trigger === undefined || one?.enabled !== other?.enabled) return false;
    if (isElsewhere && (trigger.when === 'time' || trigger.when === 'sun')) return false;
    return JSON.stringify(one?.triggers[index]) === JSON.stringify(trigger);
  };
  const triggers = Object.entries(runs.triggers).filter(([key]) => {
    const [automation, index] = key.split('.').map(Number);
    return stands(automation as number, index as number);
  });
  const appointments = agenda.appointments.filter(
    ({ what }) => !('trigger' in what) || stands(what.trigger.automation, what.trigger.index),
  );
  return { agenda: { ...agenda, appointments }, runs: { ...runs, triggers: Object.fromEntries(triggers) } };
};

const buildingOf = (state: BuildingState, before: House, house: House): BuildingState => {
  const zones = merged<ZoneRecord>('zone', state.zones, before.zones, house.zones);
  const rooms = merged<RoomRecord>('room', state.rooms, before.rooms, house.rooms).map((room) => ({
    ...room,
    zones: room.zones.filter((id) => zones.some((zone) => zone.id === id)),
  }));
  const hasRoom = (id: number): boolean => rooms.some((room) => room.id === id);
  const scenes = merged<SceneRecord>('scene', state.scenes, before.scenes, house.scenes).map((scene) => ({
    ...scene,
    rooms: scene.rooms.filter(hasRoom),
  }));
  const automations = merged<AutomationRecord>(
    'automation',
    state.automations,
    before.automations ?? [],
    house.automations ?? [],
  );
  const collections = { zones, rooms, scenes, automations };
  const next = Object.fromEntries(
    Object.entries(collections).map(([name, records]) => [
      name,
      Math.max(state.next[name] ?? 1, ...records.map(({ id }) => id + 1)),
    ]),
  );
  return { ...state, ...collections, next, described: describedOf(state, before, house, hasRoom) };
};

/** Record by record: the description's, if it changed there; else the owner's. */
const merged = <Record extends { readonly id: number; readonly name: string }>(
  what: string,
  owners: readonly Record[],
  before: readonly Record[],
  now: readonly Record[],
): readonly Record[] => {
  const was = byId(before);
  const is = byId(now);
  const taken = owners.find(({ id }) => is.has(id) && !was.has(id));
  if (taken !== undefined) {
    throw new RangeError(
      `the ${what} ${taken.id} is ${taken.name}, made over the interface: give the new one another id`,
    );
  }
  const kept = owners.filter(({ id }) => is.has(id) || !was.has(id));
  const has = byId(kept);
  const changed = (id: number): boolean => JSON.stringify(was.get(id)) !== JSON.stringify(is.get(id));
  return [
    ...kept.map((record) => (is.has(record.id) && changed(record.id) ? (is.get(record.id) as Record) : record)),
    ...now.filter(({ id }) => !has.has(id) && changed(id)),
  ];
};

const byId = <Record extends { readonly id: number }>(records: readonly Record[]): ReadonlyMap<number, Record> =>
  new Map(records.map((record) => [record.id, record]));

/** What the owner calls a component, and where it is, unless the description says something new of it. */
const describedOf = (
  { described }: BuildingState,
  before: House,
  house: House,
  hasRoom: (id: number) => boolean,
): BuildingState['described'] => {
  const was = new Map(before.components.map((record) => [record.cid, record]));
  return Object.fromEntries(
    house.components.flatMap((record) => {
      const { cid, name, category, rooms } = record;
      const owners = isSame(was.get(cid), record) ? described[cid] : undefined;
      const says = owners ?? { name, category, rooms };
      const there = says.rooms.filter(hasRoom);
      return owners === undefined && there.length === rooms.length ? [] : [[cid, { ...says, rooms: there }]];
    }),
  );
};

const isSame = (was: ComponentRecord | undefined, { name, category, rooms }: ComponentRecord): boolean =>
  was !== undefined &&
  was.name === name &&
  was.category === category &&
  JSON.stringify(was.rooms) === JSON.stringify(rooms);
