import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '../../twin/index.ts';
import { incidence, sunAt } from './sun.ts';

const at = (iso: string) => Date.parse(iso) as Instant;
const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

test('the sun over Munich stands where the almanac has it', () => {
  const summer = sunAt(at('2026-06-21T11:16:00Z'), 48.14, 11.58);
  const winter = sunAt(at('2026-12-21T11:12:00Z'), 48.14, 11.58);

  near(summer.elevation, 90 - 48.14 + 23.44, 0.1);
  near(summer.azimuth, 180, 1);
  near(winter.elevation, 90 - 48.14 - 23.44, 0.1);
  near(winter.azimuth, 180, 1);
});

test('it rises in the east, sets in the west, and is down at night', () => {
  const rising = sunAt(at('2026-03-20T05:25:00Z'), 48.14, 11.58);
  const setting = sunAt(at('2026-03-20T17:25:00Z'), 48.14, 11.58);
  const night = sunAt(at('2026-03-20T23:20:00Z'), 48.14, 11.58);

  near(rising.azimuth, 90, 3);
  near(rising.elevation, 0, 1.5);
  near(setting.azimuth, 270, 3);
  assert.ok(night.elevation < -30);
});

test('over Sydney it stands in the north at noon', () => {
  const noon = sunAt(at('2026-12-21T02:00:00Z'), -33.87, 151.2);

  near(noon.elevation, 90 - 33.87 + 23.44, 1);
  assert.ok(noon.azimuth < 20 || noon.azimuth > 340);
});

test('a surface that faces the sun gets all of it, its back nothing', () => {
  const sun = { elevation: 30, azimuth: 180 };

  near(incidence(sun, { tilt: 60, azimuth: 180 }), 1, 1e-9);
  assert.equal(incidence(sun, { tilt: 90, azimuth: 0 }), 0);
  assert.equal(incidence({ elevation: -1, azimuth: 180 }, { tilt: 60, azimuth: 180 }), 0);
});
