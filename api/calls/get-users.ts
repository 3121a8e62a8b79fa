import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

const RoomLevel = Type.Union([Type.Literal('Off'), Type.Literal('View only'), Type.Literal('Full')]);
const SceneLevel = Type.Union([Type.Literal('Off'), Type.Literal('Full')]);

export const getUsers = defineCall({
  name: 'getUsers',
  means: 'All users with their groups and permissions; never a password.',
  who: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      username: Type.String(),
      group: Type.Union([Type.Literal('admin'), Type.Literal('user')]),
      enabled: Type.Boolean(),
      remoteAccess: Type.Boolean({ description: 'The permission Remote Access' }),
      rooms: Type.Record(Type.String(), RoomLevel, { description: 'Level by room identifier; * for all not named' }),
      scenes: Type.Record(Type.String(), SceneLevel, { description: 'Level by scene identifier; * for all not named' }),
    }),
  ),
  errors: [],
  run: ({ access }) =>
    [...access.users.values()].map(({ id, username, group, enabled, remoteAccess, rooms, scenes }) => ({
      id,
      username,
      group,
      enabled,
      remoteAccess,
      rooms,
      scenes,
    })),
});
