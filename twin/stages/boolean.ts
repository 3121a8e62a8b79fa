import type { Stage } from '../kind.ts';

/** 1 or 0 as true or false; `inverted` for devices where 0 means yes. */
export function boolean({ inverted = false }: { readonly inverted?: boolean } = {}): Stage {
  return {
    name: inverted ? 'boolean inverted' : 'boolean',
    refine: (content) => (content === 1) !== inverted,
    express: (value) => ((value === true) !== inverted ? 1 : 0),
    mapping: inverted ? { 0: true, 1: false } : { 0: false, 1: true },
  };
}
