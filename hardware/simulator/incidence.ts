import type { SunPosition } from '../../twin/index.ts';

const RADIAN = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * RADIAN);
const cos = (degrees: number) => Math.cos(degrees * RADIAN);

/** Sine of the angle at which the sun meets a surface; 0 when it shines on the back or has set. */
export function incidence(sun: SunPosition, surface: { readonly tilt: number; readonly azimuth: number }): number {
  if (sun.elevation <= 0) return 0;
  const along = cos(sun.elevation) * sin(surface.tilt) * cos(sun.azimuth - surface.azimuth);
  return Math.max(0, along + sin(sun.elevation) * cos(surface.tilt));
}

/** Azimuth of the word that a house's plan uses. */
export const FACING: { readonly [word: string]: number } = {
  north: 0,
  'north-east': 45,
  east: 90,
  'south-east': 135,
  south: 180,
  'south-west': 225,
  west: 270,
  'north-west': 315,
};
