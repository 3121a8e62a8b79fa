import type { Kind } from '../kind.ts';
import { setpoint, temperature } from './air.ts';
import { measured, oneOf } from './property.ts';
import { reachable } from './reachable.ts';

export const thermostat: Kind = {
  type: 'thermostat',
  category: 'climate',
  means: 'Keeps a room at a temperature by driving its valves.',
  properties: {
    temperature: temperature({ means: 'Temperature of the room.', minimum: -50, maximum: 120 }),
    setpoint: setpoint({ means: 'Temperature that the room should have.', minimum: 5, maximum: 30 }),
    mode: oneOf({
      means: 'What it works toward: nothing, the setpoint, or 3 °C less while nobody needs it.',
      quantity: 'mode',
      words: ['off', 'comfort', 'economy'],
      commandable: true,
    }),
    valve: measured({
      means: 'How far it wants the valves open.',
      quantity: 'opening',
      unit: '%',
      minimum: 0,
      maximum: 100,
      step: 1,
    }),
    reachable,
  },
};
