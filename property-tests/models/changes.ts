import { isDeepStrictEqual } from 'node:util';
import {
  type Collection,
  type Configuration,
  type Input,
  isOpenTo,
  lookUp,
  type Member,
  type News,
  NOTHING_NEW,
  type Room,
  type Rule,
  refused,
  type Scene,
  type Step,
  shownUser,
  type Verdict,
} from './configuration.ts';
import { changeUsers } from './user-changes.ts';

/** Somebody who was let in, and by what: `null` for a password that came with the very request. */
export interface Caller {
  readonly member: Member;
  readonly session: string | null;
}

/** What a call must be answered with, and what it makes of the configuration. `isSpoiled`: a field has a type that it cannot have. */
export function callOn(
  house: Configuration,
  caller: Caller,
  { call, input, isSpoiled = false }: { readonly call: string; readonly input: Input; readonly isSpoiled?: boolean },
): Verdict {
  if (!isOpenTo(caller.member, call)) return refused(117);
  const isRule = /Automations?$/.test(call);
  if (isRule && house.skills.get('automations') !== true) return refused(117);
  // Whether there is such an automation is looked at before what it is to be.
  if (isSpoiled) return isRule ? refused(106, 112) : refused(106);
  return (
    lookUp(house, caller.member, call, input) ?? changeUsers(house, caller, call, input) ?? change(house, call, input)
  );
}

function change(house: Configuration, call: string, input: Input): Verdict {
  const [, action, noun = ''] = /^(add|set|remove)(.*)$/.exec(call) ?? [];
  switch (noun) {
    case 'Component':
      return setComponent(house, input);
    case 'Skill':
      return setSkill(house, input);
    case 'Room':
    case 'Zone':
    case 'Scene':
    case 'Automation':
      return changeRecord(house, `${noun.toLowerCase()}s` as Kept, action as News['action'], input);
    default:
      if (call === 'captureScene') return capture(house, input);
      throw new Error(`the model does not know ${call}`);
  }
}

type Kept = Exclude<Collection, 'users'>;

/** What is left out of a new record. */
const UNLESS_SAID = {
  rooms: { zones: [] },
  zones: {},
  scenes: { rooms: [], steps: [] },
  automations: { enabled: true, mode: 'single', conditions: [] },
} as const;

function changeRecord(
  house: Configuration,
  collection: Kept,
  action: News['action'],
  { id: named, ...fields }: Input,
): Verdict {
  const records = house[collection] as Map<number, { readonly id: number }>;
  const before = action === 'add' ? undefined : records.get(Number(named));
  if (action !== 'add' && before === undefined) return refused(112);
  const id = action === 'add' ? house.next[collection] : Number(named);
  if (action === 'remove') {
    remove(house, collection, id);
    return { result: true, news: [{ collection, action, id }, ...tidyMembers(house)] };
  }
  const record = { ...(before ?? UNLESS_SAID[collection]), ...fields, id };
  const codes = objections(house, collection, record, before);
  if (codes.length > 0) return refused(...codes);
  if (isDeepStrictEqual(before, record)) return NOTHING_NEW;
  records.set(id, record);
  if (action === 'add') house.next[collection] = id + 1;
  return { result: action === 'add' ? { id } : true, news: [{ collection, action, id, record }] };
}

function objections(
  house: Configuration,
  collection: Kept,
  record: { readonly id: number },
  before: object | undefined,
): readonly number[] {
  const { name, zones = [], rooms = [], steps = [] } = record as unknown as Partial<Room & Scene>;
  const codes: number[] = badName(name) ? [106] : [];
  if (collection === 'rooms' && zones.some((zone) => !house.zones.has(zone))) codes.push(112);
  if (collection === 'scenes') {
    if (rooms.some((room) => !house.rooms.has(room))) codes.push(112);
    codes.push(...steps.flatMap((step) => badStep(house, step)));
  }
  return collection === 'automations'
    ? [...codes, ...badRule(house, record as Rule, before as Rule | undefined)]
    : codes;
}

const badName = (name: unknown): boolean => typeof name !== 'string' || name.trim() === '' || name.length > 200;

const badStep = (house: Configuration, step: Step): readonly number[] => {
  if ('wait' in step) return [];
  if (!house.components.has(step.cid) || step.property !== 'state') return [112];
  return typeof step.value === 'boolean' ? [] : [106];
};

/**
 * The rules that are tried have one fault at most: a component or a scene that is not there, or a value that cannot be. What
 * stands in a list that stays as it is may be gone.
 */
function badRule(house: Configuration, rule: Rule, before: Rule | undefined): readonly number[] {
  const anew = ['triggers', 'conditions', 'actions'].filter((list) => !isDeepStrictEqual(rule[list], before?.[list]));
  const told = JSON.stringify(anew.map((list) => rule[list]));
  const scenes = [...told.matchAll(/"scene":(\d+)/g)].map(([, id]) => Number(id));
  if (/"cid":"C9/.test(told) || scenes.some((id) => !house.scenes.has(id))) return [112];
  return /"value":"/.test(told) || /"never"/.test(told) ? [106] : [];
}

/** What was removed is meant by nothing any more. */
function remove(house: Configuration, collection: Kept, gone: number): void {
  house[collection].delete(gone);
  const without = (ids: readonly number[]) => ids.filter((id) => id !== gone);
  if (collection === 'rooms') {
    for (const [cid, thing] of house.components) house.components.set(cid, { ...thing, rooms: without(thing.rooms) });
    for (const [id, scene] of house.scenes) house.scenes.set(id, { ...scene, rooms: without(scene.rooms) });
  }
  if (collection === 'zones')
    for (const [id, room] of house.rooms) house.rooms.set(id, { ...room, zones: without(room.zones) });
}

/** Users keep no level for what is not there. */
function tidyMembers(house: Configuration): readonly News[] {
  const kept = <Level>(levels: Readonly<Record<string, Level>>, known: ReadonlyMap<number, unknown>) =>
    Object.fromEntries(Object.entries(levels).filter(([key]) => key === '*' || known.has(Number(key))));
  return [...house.users.values()].flatMap((member): News[] => {
    const tidy = { ...member, rooms: kept(member.rooms, house.rooms), scenes: kept(member.scenes, house.scenes) };
    const size = ({ rooms, scenes }: Member) => Object.keys(rooms).length + Object.keys(scenes).length;
    if (size(tidy) === size(member)) return [];
    house.users.set(member.id, tidy);
    return [{ collection: 'users', action: 'set', id: member.id, record: shownUser(tidy) }];
  });
}

function setComponent(house: Configuration, { cid, ...fields }: Input): Verdict {
  const before = house.components.get(String(cid));
  if (before === undefined) return refused(112);
  const thing = { ...before, ...fields };
  const codes = thing.rooms.some((room) => !house.rooms.has(room)) ? [112] : [];
  if (badName(thing.name) || badName(thing.category)) codes.push(106);
  if (codes.length > 0) return refused(...codes);
  if (isDeepStrictEqual(before, thing)) return NOTHING_NEW;
  house.components.set(thing.cid, thing);
  return { result: true, news: [{ collection: 'components', action: 'set', id: thing.cid, record: thing }] };
}

function setSkill(house: Configuration, { id, enabled }: Input): Verdict {
  if (!house.skills.has(String(id))) return refused(112);
  if (house.skills.get(String(id)) === enabled) return NOTHING_NEW;
  house.skills.set(String(id), enabled === true);
  return { result: true, news: [{ collection: 'skills', action: 'set', id: String(id), record: { id, enabled } }] };
}

function capture(house: Configuration, { name, rooms = [], cids }: Input): Verdict {
  const [near, named] = [rooms as readonly number[], cids as readonly string[] | undefined];
  if (named?.some((cid) => !house.components.has(cid))) return badName(name) ? refused(106, 112) : refused(112);
  const isMeant = ({ rooms: own }: { readonly rooms: readonly number[] }) =>
    near.length === 0 || own.some((room) => near.includes(room));
  const captured = named ?? [...house.components.values()].filter(isMeant).map(({ cid }) => cid);
  const steps = captured.map((cid) => ({ cid, property: 'state', value: house.values.get(cid) }));
  return changeRecord(house, 'scenes', 'add', { name, rooms, steps });
}
