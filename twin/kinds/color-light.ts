import type { Kind } from '../kind.ts';
import { brightness, color, colorTemperature } from './light.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const colorLight: Kind = {
  type: 'color-light',
  category: 'lighting',
  means: 'A lamp that can be dimmed and shines in any color or any white.',
  properties: {
    state: switching('Whether the lamp is on.'),
    brightness,
    colorTemperature,
    color,
    reachable,
  },
};
