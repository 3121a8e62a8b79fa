import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const presenceSensor: Kind = {
  type: 'presence-sensor',
  category: 'sensor',
  means: 'Knows that somebody is there, even if they sit still.',
  properties: {
    presence: yesOrNo({ means: 'Whether somebody is in the room.', quantity: 'presence' }),
    reachable,
  },
};
