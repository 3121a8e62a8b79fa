import type { Catalogue } from './catalogue.ts';
import type { SceneStep } from './records.ts';

/** A step of a scene with the name of what it is about. */
export const toldStep = ({ components }: Catalogue, step: SceneStep) =>
  'wait' in step ? step : { ...step, name: components.get(step.cid)?.name ?? step.cid };
