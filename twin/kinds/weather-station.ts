import type { Kind } from '../kind.ts';
import { humidity, temperature } from './air.ts';
import { illuminance } from './light.ts';
import { measured, yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const weatherStation: Kind = {
  type: 'weather-station',
  category: 'sensor',
  means: 'Measures the weather on the roof.',
  properties: {
    temperature: temperature({ means: 'Temperature of the air outside.', minimum: -50, maximum: 60 }),
    humidity: humidity('Relative humidity of the air outside.'),
    windSpeed: measured({
      means: 'Mean speed of the wind.',
      quantity: 'speed',
      unit: 'm/s',
      minimum: 0,
      maximum: 60,
      step: 0.1,
    }),
    rain: yesOrNo({ means: 'Whether it rains.', quantity: 'precipitation' }),
    rainfall: measured({
      means: 'How hard it rains.',
      quantity: 'precipitation',
      unit: 'mm/h',
      minimum: 0,
      maximum: 300,
      step: 0.1,
    }),
    brightness: illuminance('How bright the sky is.'),
    reachable,
  },
};
