import type { Instant } from '../clock/clock.ts';

/** Degrees, north and east positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const DAY = 86_400_000;
const J2000 = Date.UTC(2000, 0, 1, 12);

/** The zenith angle of the Sun's center at sunrise and sunset: its radius and the refraction of the air at the horizon. */
const HORIZON = 90.833;

/**
 * Where the Sun stands seen from the center of the Earth: declination in degrees, equation of time in minutes
 * (J. Meeus, Astronomical Algorithms, 2nd edition, chapters 25 and 28, low accuracy: 0.01°).
 */
function position(instant: number): { readonly declination: number; readonly equationOfTime: number } {
  const t = (instant - J2000) / (36_525 * DAY);
  const meanLongitude = (280.46646 + t * (36000.76983 + t * 0.0003032)) % 360;
  const anomaly = radians(357.52911 + t * (35999.05029 - 0.0001537 * t));
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const center =
    Math.sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    Math.sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    Math.sin(3 * anomaly) * 0.000289;
  const node = radians(125.04 - 1934.136 * t);
  const longitude = radians(meanLongitude + center - 0.00569 - 0.00478 * Math.sin(node));
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60;
  const obliquity = radians(meanObliquity + 0.00256 * Math.cos(node));
  const y = Math.tan(obliquity / 2) ** 2;
  const l = 2 * radians(meanLongitude);
  const equation =
    y * Math.sin(l) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(l) -
    0.5 * y * y * Math.sin(2 * l) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly);
  return {
    declination: degrees(Math.asin(Math.sin(obliquity) * Math.sin(longitude))),
    equationOfTime: 4 * degrees(equation),
  };
}

/** Where the Sun's center stands, in degrees: above the horizon, without refraction, and clockwise from north. */
export interface SunPosition {
  /** Negative below the horizon. */
  readonly elevation: number;
  readonly azimuth: number;
}

export function sunAt(place: Place, instant: Instant): SunPosition {
  const { declination, equationOfTime } = position(instant);
  const minutes = (((instant % DAY) + DAY) % DAY) / 60_000 + equationOfTime + 4 * place.longitude;
  const hourAngle = radians(minutes / 4 - 180);
  const latitude = radians(place.latitude);
  const d = radians(declination);
  const height = Math.sin(latitude) * Math.sin(d) + Math.cos(latitude) * Math.cos(d) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -Math.sin(hourAngle) * Math.cos(d),
    Math.cos(latitude) * Math.sin(d) - Math.sin(latitude) * Math.cos(d) * Math.cos(hourAngle),
  );
  // Rounding may lead a hair's breadth beyond the zenith.
  return { elevation: degrees(Math.asin(Math.max(-1, Math.min(1, height)))), azimuth: (degrees(azimuth) + 360) % 360 };
}

/**
 * Sunrise or sunset of the day whose solar noon is nearest to `noon`, or `null` where the Sun does not cross the horizon
 * that day. Iterated, because the Sun moves between the first guess and the event.
 */
export function crossing(place: Place, noon: Instant, which: 'sunrise' | 'sunset'): Instant | null {
  const midnight = Math.round((noon + place.longitude * 240_000 - DAY / 2) / DAY) * DAY;
  let guess = midnight + DAY / 2 - place.longitude * 240_000;
  for (let round = 0; round < 4; round += 1) {
    const { declination, equationOfTime } = position(guess);
    const latitude = radians(place.latitude);
    const d = radians(declination);
    const cosine = Math.cos(radians(HORIZON)) / (Math.cos(latitude) * Math.cos(d)) - Math.tan(latitude) * Math.tan(d);
    if (cosine > 1 || cosine < -1) return null;
    const hourAngle = degrees(Math.acos(cosine)) * (which === 'sunrise' ? 1 : -1);
    guess = midnight + (720 - 4 * (place.longitude + hourAngle) - equationOfTime) * 60_000;
  }
  return Math.round(guess) as Instant;
}
