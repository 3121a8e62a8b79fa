import {
  type AutomationRecord,
  described,
  express,
  faultOf,
  KINDS,
  kindOf,
  type PropertyKind,
} from '../../twin/index.ts';
import { perhaps } from '../command.ts';
import type { Path } from './yaml-source.ts';

/** The parts of a house as a file describes them, once they fit their schema. */
export interface WrittenHouse {
  readonly timeZone: string;
  readonly zones: readonly { readonly id: number }[];
  readonly rooms: readonly { readonly id: number; readonly zones: readonly number[] }[];
  readonly components: readonly { readonly cid: string; readonly type: string; readonly rooms: readonly number[] }[];
  readonly scenes: readonly {
    readonly id: number;
    readonly rooms: readonly number[];
    readonly steps: readonly object[];
  }[];
  readonly automations?: readonly WrittenAutomation[] | undefined;
}

type WrittenAutomation = object & { readonly id: number; readonly limit?: number | null };

/** Called with everything that is wrong; it may throw to hear of no more. */
export type Fail = (path: Path, says: string) => void;

type Names = ReadonlySet<string>;

/** What the parts of a house are known by. */
export interface HouseNames {
  readonly rooms: Names;
  readonly scenes: Names;
  /** The type of each component, by cid. */
  readonly types: ReadonlyMap<string, string>;
}

/** What a schema cannot see of a house: whatever is named must exist, and fit where it is used. Answers the names. */
export function checkHouse(house: WrittenHouse, fail: Fail): HouseNames {
  const zones = uniqueNames(['zones'], 'id', house.zones, fail);
  const rooms = uniqueNames(['rooms'], 'id', house.rooms, fail);
  const scenes = uniqueNames(['scenes'], 'id', house.scenes, fail);
  uniqueNames(['components'], 'cid', house.components, fail);
  const types = new Map(house.components.map(({ cid, type }) => [cid, type]));
  const names = { rooms, scenes, types };
  if (!isTimeZone(house.timeZone)) {
    fail(['timeZone'], `${house.timeZone} is no time zone; write one such as Europe/Berlin`);
  }
  house.rooms.forEach((room, index) => {
    all(['rooms', index, 'zones'], 'zone', room.zones, zones, fail);
  });
  house.components.forEach(({ type, rooms: where }, index) => {
    checkType(['components', index, 'type'], type, fail);
    all(['components', index, 'rooms'], 'room', where, rooms, fail);
  });
  house.scenes.forEach(({ rooms: where, steps }, index) => {
    all(['scenes', index, 'rooms'], 'room', where, rooms, fail);
    steps.forEach((step, position) => {
      if ('cid' in step) checkStep(['scenes', index, 'steps', position], step as SetStep, types, fail);
    });
  });
  checkAutomations(house.automations ?? [], names, fail);
  return names;
}

/** The keys of rows, each of which may be there once. */
export function uniqueNames<Key extends string>(
  path: Path,
  key: Key,
  rows: readonly Readonly<Record<Key, string | number>>[],
  fail: Fail,
): Names {
  const names = new Set<string>();
  rows.forEach((row, index) => {
    const name = String(row[key]);
    if (names.has(name)) fail([...path, index, key], `${name} is taken; give each its own`);
    names.add(name);
  });
  return names;
}

/** An automation as the twin knows it: switched on, and without conditions, unless the file says otherwise. */
export const automationOf = ({ limit, ...written }: WrittenAutomation): AutomationRecord =>
  ({
    ...{ enabled: true, mode: 'single', conditions: [] },
    ...written,
    ...(limit === null || limit === undefined ? {} : { limit }),
  }) as object as AutomationRecord;

interface SetStep {
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

const checkType = (path: Path, type: string, fail: Fail): void => {
  if (kindOf(type) !== undefined) return;
  const types = KINDS.map((kind) => kind.type);
  fail(path, `there is no kind ${type}; ${perhaps(type, types) || `write one of ${types.join(', ')}`}`);
};

const checkStep = (
  path: Path,
  { cid, property, value }: SetStep,
  types: ReadonlyMap<string, string>,
  fail: Fail,
): void => {
  const kind = kindOf(types.get(cid) ?? '');
  if (kind === undefined) {
    if (!types.has(cid)) fail([...path, 'cid'], `there is no component ${cid}; name one of this file`);
    return;
  }
  const row = rowOf(kind.properties, property);
  if (!row?.commandable) {
    const commandable = Object.keys(kind.properties).filter((name) => kind.properties[name]?.commandable);
    const choice = commandable.length > 0 ? `${commandable.join(', ')} can be` : 'nothing of it can be';
    fail([...path, 'property'], `${property} of a ${kind.type} cannot be commanded; ${choice}`);
  } else if (express(row, value) === null) {
    fail([...path, 'value'], `${JSON.stringify(value)} does not fit ${property}; write ${described(row.value)}`);
  }
};

const checkAutomations = (
  automations: readonly WrittenAutomation[],
  { types, scenes }: HouseNames,
  fail: Fail,
): void => {
  uniqueNames(['automations'], 'id', automations, fail);
  const row = (cid: string, property: string) => rowOf(kindOf(types.get(cid) ?? '')?.properties ?? {}, property);
  automations.forEach((automation, index) => {
    const { id: _, ...record } = automationOf(automation);
    const fault = faultOf(record, { hasScene: (scene) => scenes.has(String(scene)), row });
    if (fault !== null) fail(['automations', index, ...pathOf(fault.field)], fault.fault);
  });
};

const rowOf = (
  properties: { readonly [property: string]: PropertyKind },
  property: string,
): PropertyKind | undefined => (Object.hasOwn(properties, property) ? properties[property] : undefined);

const all = (path: Path, what: string, ids: readonly number[], known: Names, fail: Fail): void => {
  ids.forEach((id, index) => {
    if (!known.has(String(id))) fail([...path, index], `there is no ${what} ${id}; add it or name another`);
  });
};

/** `actions[1].value` as a path. */
const pathOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([word, index]) => (index === undefined ? word : Number(index)));
