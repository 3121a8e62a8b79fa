import { Type } from '@sinclair/typebox';
import { Cid, Value } from './values.ts';

/** One step of a scene: a command, or a wait. */
export const SceneStep = Type.Union([
  Type.Object({ cid: Cid, property: Type.String(), value: Value }, { additionalProperties: false }),
  Type.Object({ wait: Type.Number({ minimum: 0, description: 'Seconds' }) }, { additionalProperties: false }),
]);
