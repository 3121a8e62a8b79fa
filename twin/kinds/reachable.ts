import { yesOrNo } from './property.ts';

/** What every kind that hangs on hardware has: a dead device shows itself, and its other values stay what they were. */
export const reachable = yesOrNo({
  means: 'Whether the device answers; while it does not, the other values are the last known ones.',
  quantity: 'reachability',
});
