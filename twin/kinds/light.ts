import type { PropertyKind } from '../kind.ts';
import { rgb } from '../stages/rgb.ts';
import { measured } from './property.ts';

/** What a lamp that can be dimmed shows at this moment, also while it ramps. */
export const brightness = measured({
  means: 'How bright the lamp shines; 0 while it is off.',
  quantity: 'brightness',
  unit: '%',
  minimum: 0,
  maximum: 100,
  step: 0.5,
  commandable: true,
});

export const colorTemperature = measured({
  means: 'How warm its white is.',
  quantity: 'color temperature',
  unit: 'K',
  minimum: 2000,
  maximum: 6500,
  step: 1,
  commandable: true,
});

export const color: PropertyKind = {
  means: 'Its color as red, green and blue.',
  quantity: 'color',
  unit: null,
  content: { type: 'string', pattern: '^[0-9A-F]{6}$' },
  value: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
  stages: [rgb()],
  commandable: true,
};

/** Light that falls on a sensor. */
export const illuminance = (means: string) =>
  measured({ means, quantity: 'illuminance', unit: 'lx', minimum: 0, maximum: 150_000, step: 1 });
