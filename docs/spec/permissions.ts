import type { From } from './from.ts';

/** What a room's level allows for the components in it. */
export interface RoomLevelRow {
  readonly level: 'Off' | 'View only' | 'Full';
  /** In lists, readable one by one, and in `onComponentUpdate`. */
  readonly seen: boolean;
  /** `componentUpdate` answers `true` for them; otherwise `false`, which is never an error. */
  readonly commanded: boolean;
  readonly from: From;
}

/** From the least generous to the most. */
export const ROOM_LEVELS = [
  { level: 'Off', seen: false, commanded: false, from: 'Specification: Permissions' },
  { level: 'View only', seen: true, commanded: false, from: 'Specification: Permissions' },
  { level: 'Full', seen: true, commanded: true, from: 'Decided: permissions in a user record' },
] as const satisfies readonly RoomLevelRow[];

/** What a scene's level allows. */
export interface SceneLevelRow {
  readonly level: 'Off' | 'Full';
  /** In `getScenes`. */
  readonly listed: boolean;
  /** Error of `executeScene`; `null` where it runs. */
  readonly refusal: number | null;
  readonly from: From;
}

export const SCENE_LEVELS = [
  { level: 'Off', listed: false, refusal: 117, from: 'Specification: Permissions' },
  { level: 'Full', listed: true, refusal: null, from: 'Decided: permissions in a user record' },
] as const satisfies readonly SceneLevelRow[];

/** How a level is found. */
export const LEVEL_RULES = [
  { rule: 'A level is kept under the identifier of the room or scene.', from: 'Decided: permissions in a user record' },
  {
    rule: 'The key `*` stands for every room or scene that is not named.',
    from: 'Decided: permissions in a user record',
  },
  { rule: 'What is named nowhere, with no `*`, is `Full`.', from: 'Decided: permissions in a user record' },
  {
    rule: 'For a component in several rooms the most generous of them counts.',
    from: 'Decided: a component in several rooms',
  },
  { rule: 'A component in no room is seen by all.', from: 'Decided: a component in several rooms' },
  {
    rule: 'A component in no room is commanded by admins and by users whose `*` is `Full`.',
    from: 'Decided: a component in several rooms',
  },
  {
    rule: 'Scenes run with the rights of the controller: the level of the scene alone decides.',
    from: 'Decided: scenes',
  },
  { rule: '`getRooms` leaves out rooms that are `Off`.', from: 'Decided: lists' },
] as const satisfies readonly { rule: string; from: From }[];

/** What a group may call: `who` of the call table, by group. */
export const GROUPS = [
  { group: 'admin', may: ['anybody', 'everyone', 'admin'], from: 'Specification: Permissions' },
  { group: 'user', may: ['anybody', 'everyone'], from: 'Specification: Permissions' },
] as const satisfies readonly { group: string; may: readonly string[]; from: From }[];

/** Code and status of a call that the group does not have. */
export const NOT_IN_THE_GROUP = { code: 117, status: 400, from: 'Specification: Permissions' } as const;
