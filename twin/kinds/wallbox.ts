import type { Kind } from '../kind.ts';
import { energy, power } from './metering.ts';
import { measured, oneOf } from './property.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const wallbox: Kind = {
  type: 'wallbox',
  category: 'energy',
  means: 'Charges an electric car.',
  properties: {
    state: switching('Whether a car that is plugged in may charge.'),
    current: measured({
      means: 'Current that the car may draw on each phase.',
      quantity: 'current',
      unit: 'A',
      minimum: 6,
      maximum: 32,
      step: 1,
      commandable: true,
    }),
    status: oneOf({
      means: 'Whether a car is there, and whether it charges.',
      quantity: 'mode',
      words: ['free', 'plugged', 'charging', 'full'],
    }),
    power: power({ means: 'Power that the car draws.', minimum: 0, maximum: 50_000 }),
    energy: energy('Energy that it has delivered since it was installed.'),
    reachable,
  },
};
