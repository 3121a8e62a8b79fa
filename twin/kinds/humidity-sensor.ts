import type { Kind } from '../kind.ts';
import { humidity, temperature } from './air.ts';
import { reachable } from './reachable.ts';

export const humiditySensor: Kind = {
  type: 'humidity-sensor',
  category: 'sensor',
  means: 'Measures humidity and temperature of a room.',
  properties: {
    humidity: humidity('Relative humidity of the air.'),
    temperature: temperature({ means: 'Temperature at the sensor.', minimum: -50, maximum: 120 }),
    reachable,
  },
};
