import type { Scene } from './records.ts';

/** Seconds that a scene lasts at least. */
export const waitSecondsOf = ({ steps }: Pick<Scene, 'steps'>): number =>
  steps.reduce((sum, step) => sum + ('wait' in step ? step.wait : 0), 0);
