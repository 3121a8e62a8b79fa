import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { Cid, Value } from './values.ts';

const Step = Type.Union([
  Type.Object({ cid: Cid, property: Type.String(), value: Value }),
  Type.Object({ wait: Type.Number({ description: 'Seconds' }) }),
]);

export const getScenes = defineCall({
  name: 'getScenes',
  means: 'The scenes that the user may run. Administrators also see their steps.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      rooms: Type.Array(Type.Integer()),
      steps: Type.Optional(Type.Array(Step)),
    }),
  ),
  errors: [],
  run: ({ twin, caller: { view, user } }) =>
    [...twin.scenes.values()]
      .filter(({ id }) => view.mayRun(id))
      .map(({ id, name, rooms, steps }) => ({
        id,
        name,
        rooms: rooms.filter((room) => view.maySeeRoom(room)),
        ...(user.group === 'admin' && { steps: [...steps] }),
      })),
});
