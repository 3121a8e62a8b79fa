import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const getRooms = defineCall({
  name: 'getRooms',
  means: 'The rooms that the user may see, with the zones that they belong to.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), zones: Type.Array(Type.Integer()) })),
  errors: [],
  run: ({ twin, caller: { view } }) =>
    [...twin.rooms.values()]
      .filter(({ id }) => view.maySeeRoom(id))
      .map(({ id, name, zones }) => ({ id, name, zones: [...zones] })),
});
