import type { Kind } from '../kind.ts';
import { measured } from './property.ts';
import { reachable } from './reachable.ts';

export const radiatorValve: Kind = {
  type: 'radiator-valve',
  category: 'climate',
  means: 'A motor valve at a radiator.',
  properties: {
    valve: measured({
      means: 'How far the valve is open.',
      quantity: 'opening',
      unit: '%',
      minimum: 0,
      maximum: 100,
      step: 1,
      commandable: true,
    }),
    charge: measured({
      means: 'Charge of the battery inside.',
      quantity: 'charge',
      unit: '%',
      minimum: 0,
      maximum: 100,
      step: 1,
    }),
    reachable,
  },
};
