import type { Kind } from '../kind.ts';
import { energy, power } from './metering.ts';
import { measured, oneOf } from './property.ts';
import { reachable } from './reachable.ts';

export const battery: Kind = {
  type: 'battery',
  category: 'energy',
  means: 'Keeps solar energy for the evening.',
  properties: {
    charge: measured({
      means: 'How full it is.',
      quantity: 'charge',
      unit: '%',
      minimum: 0,
      maximum: 100,
      step: 1,
    }),
    mode: oneOf({
      means: 'What it works toward: keep what is left over, hold its charge, or fill up from the grid.',
      quantity: 'mode',
      words: ['automatic', 'hold', 'fill'],
      commandable: true,
    }),
    power: power({
      means: 'Power that it takes at this moment; negative while it delivers.',
      minimum: -1_000_000,
      maximum: 1_000_000,
    }),
    energyCharged: energy('Energy that it has taken since it was installed.'),
    energyDischarged: energy('Energy that it has delivered since it was installed.'),
    reachable,
  },
};
