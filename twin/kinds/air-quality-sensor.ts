import type { Kind } from '../kind.ts';
import { measured, oneOf } from './property.ts';
import { reachable } from './reachable.ts';

export const airQualitySensor: Kind = {
  type: 'air-quality-sensor',
  category: 'sensor',
  means: 'Measures how stale the air of a room is.',
  properties: {
    co2: measured({
      means: 'Carbon dioxide in the air.',
      quantity: 'concentration',
      unit: 'ppm',
      minimum: 0,
      maximum: 10_000,
      step: 1,
    }),
    quality: oneOf({
      means: 'The same in a word, as the sensor judges it.',
      quantity: 'grade',
      words: ['good', 'fair', 'poor'],
    }),
    reachable,
  },
};
