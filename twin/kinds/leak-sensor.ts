import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const leakSensor: Kind = {
  type: 'leak-sensor',
  category: 'security',
  means: 'Tells water on the floor.',
  properties: {
    leak: yesOrNo({ means: 'Whether there is water where none should be.', quantity: 'danger' }),
    reachable,
  },
};
