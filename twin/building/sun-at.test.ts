import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '../clock/clock.ts';
import { type Place, sunAt } from './sun.ts';

const MUNICH: Place = { latitude: 48.14, longitude: 11.58 };

const at = (iso: string) => Date.parse(iso) as Instant;
const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

test('the sun over Munich stands where the almanac has it', () => {
  const summer = sunAt(MUNICH, at('2026-06-21T11:16:00Z'));
  const winter = sunAt(MUNICH, at('2026-12-21T11:12:00Z'));

  near(summer.elevation, 90 - 48.14 + 23.44, 0.1);
  near(summer.azimuth, 180, 1);
  near(winter.elevation, 90 - 48.14 - 23.44, 0.1);
  near(winter.azimuth, 180, 1);
});

test('it rises in the east, sets in the west, and is down at night', () => {
  const rising = sunAt(MUNICH, at('2026-03-20T05:25:00Z'));
  const setting = sunAt(MUNICH, at('2026-03-20T17:25:00Z'));
  const night = sunAt(MUNICH, at('2026-03-20T23:20:00Z'));

  near(rising.azimuth, 90, 3);
  near(rising.elevation, 0, 1.5);
  near(setting.azimuth, 270, 3);
  assert.ok(night.elevation < -30);
});

test('over Sydney it stands in the north at noon', () => {
  const noon = sunAt({ latitude: -33.87, longitude: 151.2 }, at('2026-12-21T02:00:00Z'));

  near(noon.elevation, 90 - 33.87 + 23.44, 1);
  assert.ok(noon.azimuth < 20 || noon.azimuth > 340);
});
