import type { Kind } from '../kind.ts';
import { brightness } from './light.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const dimmer: Kind = {
  type: 'dimmer',
  category: 'lighting',
  means: 'A lamp that can be dimmed.',
  properties: {
    state: switching('Whether the lamp is on.'),
    brightness,
    reachable,
  },
};
