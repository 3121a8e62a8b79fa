import type { Kind } from '../kind.ts';
import { energy } from './metering.ts';
import { measured } from './property.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const socket: Kind = {
  type: 'socket',
  category: 'energy',
  means: 'A switched socket that meters what is plugged into it.',
  properties: {
    state: switching('Whether the socket is on.'),
    power: measured({
      means: 'What the plugged appliance draws at this moment.',
      quantity: 'power',
      unit: 'W',
      minimum: 0,
      maximum: 3680,
      step: 0.1,
    }),
    energy: energy('What the plugged appliance has used since the socket was installed.'),
    reachable,
  },
};
