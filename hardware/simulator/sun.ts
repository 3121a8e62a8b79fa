import type { Instant } from '../../twin/index.ts';

/** Where the sun stands, in degrees: above the horizon, and clockwise from north. */
export interface SunPosition {
  readonly elevation: number;
  readonly azimuth: number;
}

const RADIAN = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * RADIAN);
const cos = (degrees: number) => Math.cos(degrees * RADIAN);

/** Low-precision solar coordinates of the Astronomical Almanac: within 0.01° between 1950 and 2050, far better than any cloud. */
export function sunAt(now: Instant, latitude: number, longitude: number): SunPosition {
  const day = now / 86_400_000 - 10_957.5;
  const anomaly = 357.529 + 0.98560028 * day;
  const ecliptic = 280.459 + 0.98564736 * day + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const tilt = 23.439 - 0.00000036 * day;
  const ascension = Math.atan2(cos(tilt) * sin(ecliptic), cos(ecliptic)) / RADIAN;
  const declination = Math.asin(sin(tilt) * sin(ecliptic)) / RADIAN;
  const hourAngle = 15 * (18.697374558 + 24.06570982441908 * day) + longitude - ascension;

  const height = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle);
  const azimuth = Math.atan2(
    -sin(hourAngle) * cos(declination),
    cos(latitude) * sin(declination) - sin(latitude) * cos(declination) * cos(hourAngle),
  );
  return { elevation: Math.asin(Math.max(-1, Math.min(1, height))) / RADIAN, azimuth: (azimuth / RADIAN + 360) % 360 };
}

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
