import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Instant, random } from '../../twin/index.ts';
import { moveClimate } from './room.ts';
import { Sky } from './sky.ts';
import { saturation, type Weather } from './weather.ts';

const HOUR = 3_600_000;
const MUNICH = { latitude: 48.1, longitude: 11.6 };
const SYDNEY = { latitude: -33.9, longitude: 151.2 };

/** The weather of every hour of a month. */
function month(iso: string, place: typeof MUNICH, seed = 1): readonly Weather[] {
  const start = Date.parse(iso) as Instant;
  const sky = new Sky(start, place, random(seed));
  return Array.from({ length: 30 * 24 }, (_, hour) => {
    sky.move((start + hour * HOUR) as Instant);
    return sky.weather;
  });
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const temperature = (weather: readonly Weather[]) => mean(weather.map((hour) => hour.temperature));

describe('the weather is that of the place and the season', () => {
  const seeds = Array.from({ length: 8 }, (_, index) => index);
  const months = (iso: string, place: typeof MUNICH) => seeds.flatMap((seed) => month(iso, place, seed));

  test('summers are warm and winters cold, and in the south it is the other way round', () => {
    const [january, july] = ['2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z'];

    assert.ok(Math.abs(temperature(months(january, MUNICH)) - 0) < 4);
    assert.ok(Math.abs(temperature(months(july, MUNICH)) - 19) < 4);
    assert.ok(temperature(months(january, SYDNEY)) > temperature(months(july, SYDNEY)) + 8);
  });

  test('afternoons are warmer than the hours before dawn', () => {
    const april = months('2026-04-01T00:00:00Z', MUNICH);
    const at = (hour: number) => temperature(april.filter((_, index) => index % 24 === hour));

    assert.ok(at(14) > at(3) + 4, `${at(14)} and ${at(3)} °C`);
  });

  test('it rains now and then, only from clouds, and nothing leaves its scale', () => {
    const year = ['01', '04', '07', '10'].flatMap((name) => months(`2026-${name}-01T00:00:00Z`, MUNICH));

    const wet = year.filter(({ rain }) => rain > 0);
    assert.ok(wet.length / year.length > 0.03 && wet.length / year.length < 0.25, `${wet.length / year.length}`);
    assert.ok(wet.every(({ clouds }) => clouds > 0.6));
    for (const { humidity, wind, rain, clouds, brightness } of year) {
      assert.ok(humidity >= 20 && humidity <= 100 && wind >= 0 && wind < 40 && rain <= 40);
      assert.ok(clouds >= 0 && clouds <= 1 && brightness >= 0 && brightness < 130_000);
    }
  });

  test('warm air holds as much water as the tables say', () => {
    for (const [celsius, grams] of [
      [0, 4.85],
      [20, 17.3],
      [30, 30.4],
    ] as const) {
      assert.ok(Math.abs(saturation(celsius) - grams) < 0.15, `${celsius} °C: ${saturation(celsius)} g/m³`);
    }
  });
});

describe('a room', () => {
  const [winter] = month('2026-01-10T00:00:00Z', MUNICH) as [Weather];
  const influences = {
    weather: { ...winter, temperature: 0, sun: { elevation: -20, azimuth: 0 } },
    area: 20,
    facing: 180,
    shade: 0,
    openings: 0,
    airflow: 0,
    radiators: 0,
    loops: 0,
    appliances: 0,
    people: 0,
    asleep: false,
    vapor: 0,
  };
  const fresh = () => ({ temperature: 20, floor: 20, vapor: 6, co2: 420 });

  test('cools towards the weather outside within days, and an open window makes it fast', () => {
    const [closed, open] = [fresh(), fresh()];

    for (let step = 0; step < 12; step += 1) {
      moveClimate(closed, 1, influences);
      moveClimate(open, 1, { ...influences, openings: 1 });
    }

    assert.ok(closed.temperature > 13 && closed.temperature < 18, `${closed.temperature} °C closed`);
    assert.ok(open.temperature > 0 && open.temperature < closed.temperature - 3, `${open.temperature} °C open`);
  });

  test('is warmed by its radiator and by its floor, the floor first', () => {
    const [radiator, floor] = [fresh(), fresh()];

    for (let step = 0; step < 24; step += 1) {
      moveClimate(radiator, 0.5, { ...influences, radiators: 1 });
      moveClimate(floor, 0.5, { ...influences, loops: 1 });
    }

    assert.ok(radiator.temperature > 23 && radiator.temperature > radiator.floor);
    assert.ok(floor.temperature > 21 && floor.floor > floor.temperature);
  });

  test('gets stale with people in it, and fresh again without', () => {
    const air = fresh();

    for (let step = 0; step < 24; step += 1) moveClimate(air, 1 / 12, { ...influences, people: 2 });
    const stale = air.co2;
    moveClimate(air, 8, { ...influences, openings: 1 });

    assert.ok(stale > 1_200 && stale < 3_500, `${stale} ppm`);
    assert.ok(air.co2 < 450);
  });

  test('no step is too long', () => {
    const air = fresh();

    moveClimate(air, 10_000, { ...influences, people: 3, radiators: 1 });

    for (const value of Object.values(air)) assert.ok(Number.isFinite(value) && value > 0 && value < 50_000);
  });
});
