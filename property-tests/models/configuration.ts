import { commands, mayCall, type Person, sees, seesRoom, seesScene } from './permissions.ts';

/** Somebody who may log in. */
export interface Member extends Person {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly enabled: boolean;
  readonly remoteAccess: boolean;
}

export interface Thing {
  readonly cid: string;
  readonly name: string;
  readonly category: string;
  readonly rooms: readonly number[];
}

interface Named {
  readonly id: number;
  readonly name: string;
}
export interface Room extends Named {
  readonly zones: readonly number[];
}
export type Step =
  | { readonly cid: string; readonly property: string; readonly value: unknown }
  | { readonly wait: number };
export interface Scene extends Named {
  readonly rooms: readonly number[];
  readonly steps: readonly Step[];
}
export interface Rule extends Named {
  readonly [field: string]: unknown;
}

/** A session, as far as it matters here who it belongs to. */
export interface Session {
  readonly user: number;
}

/** Everything that an owner has configured, and who is logged in by which session. Plain data: a copy is a guess that can be given up. */
export interface Configuration {
  readonly users: Map<number, Member>;
  readonly rooms: Map<number, Room>;
  readonly zones: Map<number, Named>;
  readonly scenes: Map<number, Scene>;
  readonly automations: Map<number, Rule>;
  readonly components: Map<string, Thing>;
  /** What each switch is known to be. */
  readonly values: Map<string, unknown>;
  readonly skills: Map<string, boolean>;
  /** The identifier that the next one will have. */
  readonly next: { [collection in Collection]: number };
  readonly sessions: Map<string, Session>;
}

export type Collection = 'users' | 'rooms' | 'zones' | 'scenes' | 'automations';

/** Levels are about the group `user`. */
export const viewOf = (member: Member): Person =>
  member.group === 'admin' ? { group: 'admin', rooms: {}, scenes: {} } : member;

export const seesThing = (house: Configuration, member: Member, cid: string): boolean => {
  const thing = house.components.get(cid);
  return thing !== undefined && sees(viewOf(member), thing.rooms);
};

export const commandsThing = (house: Configuration, member: Member, cid: string): boolean => {
  const thing = house.components.get(cid);
  return thing !== undefined && commands(viewOf(member), thing.rooms);
};

/** What a call must be answered with: one of these errors, or this. */
export type Verdict =
  | { readonly codes: readonly number[]; readonly login?: true }
  | { readonly result: unknown; readonly news?: readonly News[] };

/** A change as administrators who ask for it are told. */
export interface News {
  readonly collection: string;
  readonly action: 'add' | 'set' | 'remove';
  readonly id: number | string;
  readonly record?: object;
}

export const refused = (...codes: readonly number[]): Verdict => ({ codes });

/** What stands already is no change, and nobody is told of one. */
export const NOTHING_NEW: Verdict = { result: true };

/** The answer to a login by user name and password; the member, if they are let in. */
export function loginOf(house: Configuration, username: string, password: string): Member | Verdict {
  const member = [...house.users.values()].find((one) => one.username === username);
  if (member === undefined || member.password !== password) return { codes: [110], login: true };
  return member.enabled ? member : { codes: [122], login: true };
}

export const isMember = (login: Member | Verdict): login is Member => 'username' in login;

/** Somebody who may do everything; there is always one. */
export function adminOf({ users }: Configuration): Member {
  const admin = [...users.values()].find(({ enabled, group }) => enabled && group === 'admin');
  if (admin === undefined) throw new Error('the model has lost its last administrator');
  return admin;
}

/** The answer to a call that only looks; `undefined` for a call that does something. */
export function lookUp(house: Configuration, member: Member, call: string, input: Input): Verdict | undefined {
  const view = viewOf(member);
  const shown = (rooms: readonly number[]) => rooms.filter((room) => seesRoom(view, room));
  switch (call) {
    case 'getVersion':
      return { result: null };
    case 'getUsers':
      return { result: [...house.users.values()].map(shownUser) };
    case 'getRooms':
      return { result: [...house.rooms.values()].filter(({ id }) => seesRoom(view, id)) };
    case 'getZones':
      return { result: [...house.zones.values()] };
    case 'getScenes':
      return {
        result: [...house.scenes.values()]
          .filter(({ id }) => seesScene(view, id))
          .map(({ steps, ...scene }) => ({
            ...scene,
            rooms: shown(scene.rooms),
            ...(member.group === 'admin' && { steps }),
          })),
      };
    case 'getAutomations':
      return house.skills.get('automations') ? { result: [...house.automations.values()] } : refused(117);
    case 'getSkills':
      return { result: [...house.skills].map(([id, enabled]) => ({ id, enabled })) };
    case 'getAllComponents':
      return {
        result: [...house.components.values()]
          .filter(({ rooms }) => sees(view, rooms))
          .map((thing) => ({ ...thing, rooms: shown(thing.rooms), value: house.values.get(thing.cid) })),
      };
    case 'getComponentData': {
      const isThere = seesThing(house, member, String(input.cid)) && input.property === 'state';
      return isThere ? { result: { value: house.values.get(String(input.cid)) } } : refused(112);
    }
    case 'componentUpdate': {
      const cid = String(input.cid);
      if (!commandsThing(house, member, cid) || input.property !== 'state') return { result: { [cid]: false } };
      return typeof input.value === 'boolean' ? { result: { [cid]: true } } : refused(106);
    }
    case 'executeScene': {
      const id = Number(input.id);
      if (!house.scenes.has(id)) return refused(112);
      return seesScene(view, id) ? { result: true } : refused(117);
    }
    default:
      return undefined;
  }
}

export type Input = { readonly [field: string]: unknown };

export const shownUser = ({ password: _, ...member }: Member): object => member;

/** Whether the group of somebody has a call at all. */
export const isOpenTo = (member: Member, call: string): boolean => mayCall(member, call);
