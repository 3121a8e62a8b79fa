import { Type } from '@sinclair/typebox';
import type { HouseReader } from '../house-reader.ts';
import type { Scene } from '../records.ts';
import { named, Reference } from '../references.ts';
import { runScene } from '../running-scene.ts';
import { strict } from '../told.ts';
import { defineTool } from '../tool.ts';

/** Scenes may run without the catalogue having to be read. */
const meant = async (house: HouseReader, reference: Reference): Promise<Scene> =>
  named('scene', await house.scenes(), reference);

export const sceneRun = defineTool({
  name: 'scene_run',
  means:
    'Runs a scene and waits for its end: 15 s, or 10 min with progress. finished: false: it goes on by itself, also when the call is cancelled; scene_stop ends it.',
  effect: 'sets',
  input: strict({ scene: Reference }),
  output: strict({
    id: Type.Integer(),
    name: Type.String(),
    finished: Type.Boolean(),
    steps: Type.Integer(),
    failedSteps: Type.Array(Type.Integer()),
    note: Type.String(),
  }),
  run: async (work, { scene: reference }) => {
    const scene = await meant(work.house, reference);
    const { finished, failed, stopped } = await runScene(work, scene);
    return {
      id: scene.id,
      name: scene.name,
      finished,
      steps: scene.steps.length,
      failedSteps: [...failed],
      note: noteOf(finished, failed.length, stopped),
    };
  },
});

const noteOf = (finished: boolean, failed: number, stopped: boolean): string => {
  if (stopped) return 'it was stopped before its end';
  if (!finished) return 'it still runs and goes on by itself; scene_list tells how it ended';
  return failed === 0
    ? 'every command was sent; ask for the components to see what they did'
    : `${failed} of its steps could not be carried out (failedSteps counts from 0)`;
};

export const sceneStop = defineTool({
  name: 'scene_stop',
  means: 'Ends a scene where it is, if it runs. What it has set stays so.',
  effect: 'sets-repeatably',
  input: strict({ scene: Reference }),
  output: strict({ id: Type.Integer(), name: Type.String(), note: Type.String() }),
  run: async ({ house }, { scene: reference }) => {
    const { id, name } = await meant(house, reference);
    await house.ask('stopScene', { id });
    return { id, name, note: 'it does not run any more' };
  },
});
