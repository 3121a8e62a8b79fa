import type { Kind } from '../kind.ts';
import { illuminance } from './light.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const motionSensor: Kind = {
  type: 'motion-sensor',
  category: 'sensor',
  means: 'Sees somebody move, and how bright it is.',
  properties: {
    motion: yesOrNo({ means: 'Whether something moved within the last minutes.', quantity: 'motion' }),
    illuminance: illuminance('How bright it is at the sensor.'),
    reachable,
  },
};
