import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const doorContact: Kind = {
  type: 'door-contact',
  category: 'security',
  means: 'Tells whether a door is open.',
  properties: {
    open: yesOrNo({ means: 'Whether the door is open.', quantity: 'opening' }),
    reachable,
  },
};
