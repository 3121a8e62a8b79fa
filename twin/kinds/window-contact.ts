import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const windowContact: Kind = {
  type: 'window-contact',
  category: 'security',
  means: 'Tells whether a window is open.',
  properties: {
    open: yesOrNo({ means: 'Whether the window is open or tilted.', quantity: 'opening' }),
    reachable,
  },
};
