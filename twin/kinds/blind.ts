import type { Kind } from '../kind.ts';
import { measured } from './property.ts';
import { reachable } from './reachable.ts';
import { travel } from './travel.ts';

export const blind: Kind = {
  type: 'blind',
  category: 'shading',
  means: 'A venetian blind with slats that turn.',
  properties: {
    ...travel('all the way down'),
    angle: measured({
      means: 'Angle of the slats: 0 is level, 90 is shut.',
      quantity: 'angle',
      unit: '°',
      minimum: 0,
      maximum: 90,
      step: 1,
      commandable: true,
    }),
    reachable,
  },
};
