import type { Kind } from '../kind.ts';
import { reachable } from './reachable.ts';
import { travel } from './travel.ts';

export const garageDoor: Kind = {
  type: 'garage-door',
  category: 'security',
  means: 'A driven garage door.',
  properties: { ...travel('shut'), reachable },
};
