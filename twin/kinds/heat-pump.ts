import type { Kind } from '../kind.ts';
import { temperature } from './air.ts';
import { energy, power } from './metering.ts';
import { oneOf } from './property.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const heatPump: Kind = {
  type: 'heat-pump',
  category: 'climate',
  means: 'Heats the house with heat from outside.',
  properties: {
    state: switching('Whether it may run.'),
    activity: oneOf({
      means: 'What it does at this moment.',
      quantity: 'mode',
      words: ['idle', 'heating', 'hot-water'],
    }),
    flowTemperature: temperature({ means: 'Temperature of the water that it sends out.', minimum: -50, maximum: 120 }),
    power: power({ means: 'Electric power that it draws.', minimum: 0, maximum: 50_000 }),
    energy: energy('Electric energy that it has used since it was installed.'),
    reachable,
  },
};
