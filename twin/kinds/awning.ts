import type { Kind } from '../kind.ts';
import { reachable } from './reachable.ts';
import { travel } from './travel.ts';

export const awning: Kind = {
  type: 'awning',
  category: 'shading',
  means: 'An awning over a terrace or a window.',
  properties: { ...travel('all the way out'), reachable },
};
