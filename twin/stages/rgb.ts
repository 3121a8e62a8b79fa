import type { Stage } from '../kind.ts';

/** Six hexadecimal digits of a device (DPT 232.600: one byte each for red, green, blue) as `#rrggbb`. */
export function rgb(): Stage {
  return {
    name: 'rgb',
    refine: (content) => `#${String(content).toLowerCase()}`,
    express: (value) => String(value).slice(1).toUpperCase(),
    mapping: { content: 'RRGGBB', value: '#rrggbb' },
  };
}
