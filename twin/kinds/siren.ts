import type { Kind } from '../kind.ts';
import { reachable } from './reachable.ts';
import { switching } from './switching.ts';

export const siren: Kind = {
  type: 'siren',
  category: 'security',
  means: 'Makes a noise that nobody sleeps through.',
  properties: {
    state: switching('Whether it sounds.'),
    reachable,
  },
};
