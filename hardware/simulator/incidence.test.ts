import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incidence } from './incidence.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

test('a surface that faces the sun gets all of it, its back nothing', () => {
  const sun = { elevation: 30, azimuth: 180 };

  near(incidence(sun, { tilt: 60, azimuth: 180 }), 1, 1e-9);
  assert.equal(incidence(sun, { tilt: 90, azimuth: 0 }), 0);
  assert.equal(incidence({ elevation: -1, azimuth: 180 }, { tilt: 60, azimuth: 180 }), 0);
});
