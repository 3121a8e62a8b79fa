import type { Kind } from '../kind.ts';
import { measured, yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const doorLock: Kind = {
  type: 'door-lock',
  category: 'security',
  means: 'A motor lock in a door.',
  properties: {
    locked: yesOrNo({ means: 'Whether the bolt is out.', quantity: 'lock', commandable: true }),
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
