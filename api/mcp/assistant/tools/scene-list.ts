import { type Static, Type } from '@sinclair/typebox';
import type { Catalogue } from '../catalogue.ts';
import { fold, rankOf } from '../names.ts';
import type { Scene } from '../records.ts';
import { named, Reference, roomOf } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, roomName, strict } from '../told.ts';
import { toldStep } from '../told-step.ts';
import { defineTool } from '../tool.ts';
import { waitSecondsOf } from '../wait-seconds-of.ts';

const Input = strict({
  scene: Type.Optional(Reference),
  query: Type.Optional(Type.String()),
  room: Type.Optional(Reference),
  ...PageInput,
});

export const sceneList = defineTool({
  name: 'scene_list',
  means:
    'Scenes with the rooms that they are shown in, how long their waits take, and how each ended the last time; with scene: this one, with every step.',
  effect: 'reads',
  input: Input,
  output: strict({ scenes: Records, ...PageOutput }),
  run: async ({ house }, input) => {
    const [catalogue, all] = await Promise.all([house.catalogue(), house.scenes()]);
    const scenes = chosen(catalogue, all, input);
    const page = pageOf(scenes, input);
    return {
      scenes: page.items.map((scene) => ({
        id: scene.id,
        name: scene.name,
        rooms: scene.rooms.map((id) => roomName(catalogue, id)),
        steps: input.scene === undefined ? scene.steps.length : scene.steps.map((step) => toldStep(catalogue, step)),
        waitSeconds: waitSecondsOf(scene),
        lastRun: scene.lastRun === null ? null : { ...scene.lastRun, ageSeconds: house.ageOf(scene.lastRun.at) },
      })),
      total: page.total,
      leftOut: page.leftOut,
    };
  },
});

const chosen = (
  catalogue: Catalogue,
  all: readonly Scene[],
  { scene, query, room }: Static<typeof Input>,
): readonly Scene[] => {
  if (scene !== undefined) return [named('scene', all, scene)];
  const question = fold(query ?? '');
  const inRoom = room === undefined ? undefined : roomOf(catalogue, room).id;
  return all.filter(
    ({ name, rooms }) =>
      (question === '' || rankOf(question, fold(name)) !== undefined) &&
      (inRoom === undefined || rooms.includes(inRoom)),
  );
};
