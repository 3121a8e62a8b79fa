import type { Kind } from '../kind.ts';
import { temperature } from './air.ts';
import { measured } from './property.ts';
import { reachable } from './reachable.ts';

export const underfloorLoop: Kind = {
  type: 'underfloor-loop',
  category: 'climate',
  means: 'One loop of an underfloor heating, at its manifold.',
  properties: {
    valve: measured({
      means: 'How far the valve of the loop is open.',
      quantity: 'opening',
      unit: '%',
      minimum: 0,
      maximum: 100,
      step: 1,
      commandable: true,
    }),
    floorTemperature: temperature({ means: 'Temperature of the floor.', minimum: -50, maximum: 120 }),
    reachable,
  },
};
