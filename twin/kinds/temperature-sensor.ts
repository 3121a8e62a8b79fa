import type { Kind } from '../kind.ts';
import { temperature } from './air.ts';
import { reachable } from './reachable.ts';

export const temperatureSensor: Kind = {
  type: 'temperature-sensor',
  category: 'sensor',
  means: 'Measures the temperature.',
  properties: {
    temperature: temperature({ means: 'Temperature at the sensor.', minimum: -50, maximum: 120 }),
    reachable,
  },
};
