import { ROOM_LEVELS, SCENE_LEVELS } from '../docs/spec/index.ts';
import type { Person, RoomLevel, SceneLevel } from './models/permissions.ts';

/** Somebody of the house with a name and a password. */
export interface Resident extends Person {
  readonly username: string;
  readonly password: string;
}

/** A switch each: in one room, in several, in none. */
export const SWITCHES: readonly { readonly cid: string; readonly rooms: readonly number[] }[] = [
  { cid: 'C1', rooms: [1] },
  { cid: 'C2', rooms: [2] },
  { cid: 'C3', rooms: [3] },
  { cid: 'C4', rooms: [1, 2] },
  { cid: 'C5', rooms: [3, 1] },
  { cid: 'C6', rooms: [] },
];

export const ROOMS = [1, 2, 3] as const;

/** Scene 1 switches what many may not command: it runs with the rights of the controller. */
export const SCENES: readonly { readonly id: number; readonly cid: string }[] = [
  { id: 1, cid: 'C1' },
  { id: 2, cid: 'C6' },
];

const levels = [undefined, ...ROOM_LEVELS.map(({ level }) => level)];
const sceneLevels = [undefined, ...SCENE_LEVELS.map(({ level }) => level)];

/** Every combination of the levels of room 1, room 2 and `*`, with every combination of scene levels in turn; and an admin. */
export function everybody(): readonly Resident[] {
  const rooms = levels.flatMap((one) =>
    levels.flatMap((two) => levels.map((rest) => named<RoomLevel>({ 1: one, 2: two, '*': rest }))),
  );
  const scenes = sceneLevels.flatMap((one) => sceneLevels.map((rest) => named<SceneLevel>({ 1: one, '*': rest })));
  const users = rooms.map((permissions, index) => ({
    username: `user-${index}`,
    password: `password-${index}`,
    group: 'user' as const,
    rooms: permissions,
    scenes: scenes[index % scenes.length] ?? {},
  }));
  return [{ username: 'owner', password: 'password-owner', group: 'admin', rooms: {}, scenes: {} }, ...users];
}

/** The house as a scenario file, which is YAML and so may be JSON. */
export const scenario = (people: readonly Resident[]): string =>
  JSON.stringify({
    name: 'permissions',
    house: 'Permissions',
    timeZone: 'Europe/Berlin',
    place: { latitude: 52.5, longitude: 13.4 },
    zones: [{ id: 1, name: 'House' }],
    rooms: ROOMS.map((id) => ({ id, name: `Room ${id}`, zones: [1] })),
    components: SWITCHES.map(({ cid, rooms }) => ({ cid, type: 'switch', name: `Switch ${cid}`, rooms })),
    scenes: SCENES.map(({ id, cid }) => ({
      id,
      name: `Scene ${id}`,
      rooms: [],
      steps: [{ cid, property: 'state', value: true }],
    })),
    accounts: people,
  });

function named<Level>(levels: Readonly<Record<string, Level | undefined>>): Record<string, Level> {
  return Object.fromEntries(Object.entries(levels).filter((entry): entry is [string, Level] => entry[1] !== undefined));
}
