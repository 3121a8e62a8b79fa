import { Type } from '@sinclair/typebox';
import { type EndedScene, toIso } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import { SceneStep } from './scene-step.ts';
import { Nullable, Timestamp } from './values.ts';

const LastRun = Type.Object(
  {
    at: Timestamp,
    failed: Type.Array(Type.Integer(), { description: 'Steps that could not be carried out, by index' }),
    stopped: Type.Boolean(),
  },
  { description: 'How it ended the last time; null if it never has' },
);

export const getScenes = defineCall({
  name: 'getScenes',
  means: 'The scenes that the user may run. Administrators also see their steps, and how each ended the last time.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      rooms: Type.Array(Type.Integer()),
      steps: Type.Optional(Type.Array(SceneStep)),
      lastRun: Type.Optional(Nullable(LastRun)),
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
        ...(user.group === 'admin' && { steps: [...steps], lastRun: lastRunOf(twin.lastRun(id)) }),
      })),
});

const lastRunOf = (ended: EndedScene | undefined) =>
  ended === undefined ? null : { at: toIso(ended.at), failed: [...ended.failed], stopped: ended.stopped };
