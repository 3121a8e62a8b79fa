import type { Kind } from '../kind.ts';
import { yesOrNo } from './property.ts';
import { reachable } from './reachable.ts';

export const smokeDetector: Kind = {
  type: 'smoke-detector',
  category: 'security',
  means: 'Tells smoke in a room.',
  properties: {
    smoke: yesOrNo({ means: 'Whether there is smoke.', quantity: 'danger' }),
    reachable,
  },
};
