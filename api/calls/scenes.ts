import { Type } from '@sinclair/typebox';
import { tidyUsers } from './configure.ts';
import { recordCalls } from './record-calls.ts';
import { SceneStep } from './scene-step.ts';
import { Ids } from './values.ts';

/** `addScene`, `setScene`, `removeScene`. */
export const sceneCalls = recordCalls({
  collection: 'scenes',
  noun: 'Scene',
  means: 'a scene',
  fields: { name: Type.String(), rooms: Ids, steps: Type.Array(SceneStep) },
  defaults: { rooms: [], steps: [] },
  removal: 'where it runs it is stopped, and users lose the levels that they had for it',
  removed: tidyUsers,
});
