import type { Kind } from '../kind.ts';
import { temperature } from './air.ts';
import { measured, oneOf } from './property.ts';
import { reachable } from './reachable.ts';

export const ventilation: Kind = {
  type: 'ventilation',
  category: 'climate',
  means: 'A ventilation unit that recovers heat.',
  properties: {
    level: oneOf({
      means: 'How hard it blows.',
      quantity: 'mode',
      words: ['off', 'low', 'normal', 'high'],
      commandable: true,
    }),
    airflow: measured({
      means: 'Air that it brings into the house.',
      quantity: 'airflow',
      unit: 'm³/h',
      minimum: 0,
      maximum: 2000,
      step: 1,
    }),
    supplyTemperature: temperature({ means: 'Temperature of that air.', minimum: -50, maximum: 120 }),
    reachable,
  },
};
