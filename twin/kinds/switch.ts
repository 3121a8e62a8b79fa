import type { Kind } from '../kind.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const switchKind: Kind = {
  type: 'switch',
  category: 'lighting',
  means: 'Switches a lamp or another load on and off.',
  properties: {
    state: switching('Whether the load is on.'),
    reachable,
  },
};
