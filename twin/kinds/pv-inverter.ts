import type { Kind } from '../kind.ts';
import { energy, power } from './metering.ts';
import { oneOf } from './property.ts';
import { reachable } from './reachable.ts';

export const pvInverter: Kind = {
  type: 'pv-inverter',
  category: 'energy',
  means: 'Feeds what the photovoltaic panels make into the house.',
  properties: {
    power: power({ means: 'Power that it delivers at this moment.', minimum: 0, maximum: 1_000_000 }),
    energy: energy('Energy that it has delivered since it was installed.'),
    status: oneOf({
      means: 'What it does at this moment.',
      quantity: 'mode',
      words: ['asleep', 'producing', 'fault'],
    }),
    reachable,
  },
};
