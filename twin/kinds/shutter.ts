import type { Kind } from '../kind.ts';
import { reachable } from './reachable.ts';
import { travel } from './travel.ts';

export const shutter: Kind = {
  type: 'shutter',
  category: 'shading',
  means: 'A roller shutter.',
  properties: { ...travel('all the way down'), reachable },
};
