import { CALLS, GROUPS, ROOM_LEVELS, SCENE_LEVELS } from '../../docs/spec/index.ts';

export type RoomLevel = (typeof ROOM_LEVELS)[number]['level'];
export type SceneLevel = (typeof SCENE_LEVELS)[number]['level'];

/** Somebody with permissions, as a user record has them. */
export interface Person {
  readonly group: 'admin' | 'user';
  readonly rooms: Readonly<Record<string, RoomLevel>>;
  readonly scenes: Readonly<Record<string, SceneLevel>>;
}

export const mayCall = ({ group }: Person, call: string): boolean => {
  const who = CALLS.find(({ name }) => name === call)?.who;
  const may: readonly string[] = GROUPS.find((row) => row.group === group)?.may ?? [];
  return who !== undefined && may.includes(who);
};

const roomRow = (person: Person, room: number | '*') => {
  const level = person.rooms[room] ?? person.rooms['*'] ?? 'Full';
  return ROOM_LEVELS.find((row) => row.level === level) ?? ROOM_LEVELS[0];
};

const sceneRow = (person: Person, scene: number) => {
  const level = person.scenes[scene] ?? person.scenes['*'] ?? 'Full';
  return SCENE_LEVELS.find((row) => row.level === level) ?? SCENE_LEVELS[0];
};

export const seesRoom = (person: Person, room: number): boolean => roomRow(person, room).seen;

export const sees = (person: Person, rooms: readonly number[]): boolean =>
  rooms.length === 0 || rooms.some((room) => roomRow(person, room).seen);

export const commands = (person: Person, rooms: readonly number[]): boolean =>
  rooms.length === 0
    ? person.group === 'admin' || roomRow(person, '*').commanded
    : rooms.some((room) => roomRow(person, room).commanded);

export const seesScene = (person: Person, scene: number): boolean => sceneRow(person, scene).listed;

/** Error of `executeScene`; `null` where it runs. */
export const sceneRefusal = (person: Person, scene: number): number | null => sceneRow(person, scene).refusal;
