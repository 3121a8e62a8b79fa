import type { PropertyKind } from '../kind.ts';
import { measured, oneOf, yesOrNo } from './property.ts';

/** What a motor drives between two ends: where it is, whether it moves, and how to hold it where it is. */
export const travel = (closed: string): { readonly [property: string]: PropertyKind } => ({
  position: measured({
    means: `How far it is closed: 0 is open, 100 is ${closed}.`,
    quantity: 'position',
    unit: '%',
    minimum: 0,
    maximum: 100,
    step: 1,
    commandable: true,
  }),
  moving: oneOf({
    means: 'Whether the motor runs, and which way.',
    quantity: 'movement',
    words: ['stopped', 'opening', 'closing'],
  }),
  stop: yesOrNo({
    means: 'Holds it where it is when set; falls back by itself.',
    quantity: 'press',
    commandable: true,
  }),
});
