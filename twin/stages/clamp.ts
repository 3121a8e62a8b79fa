import type { Stage } from '../kind.ts';

/** Keeps a number within its range: for devices that overshoot, as a blind that reports 101 %. */
export function clamp({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): Stage {
  const keep = (input: unknown) => Math.min(maximum, Math.max(minimum, Number(input)));
  return { name: `clamp ${minimum} ${maximum}`, refine: keep, express: keep, mapping: { minimum, maximum } };
}
