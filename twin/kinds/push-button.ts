import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const pushButton: Kind = {
  type: 'push-button',
  category: 'control',
  means: 'A button on the wall, for scenes and whatever else is bound to it.',
  properties: {
    pressed: yesOrNo({ means: 'Whether the button is held down at this moment.', quantity: 'press' }),
    reachable,
  },
};
