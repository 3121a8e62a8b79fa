import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '../clock/clock.ts';
import { LocalTime, nextDay } from './local-time.ts';

const berlin = new LocalTime('Europe/Berlin');
const iso = (instant: Instant) => new Date(instant).toISOString();

describe('local time', () => {
  test('follows summer and winter time', () => {
    assert.equal(iso(berlin.instantOf({ year: 2026, month: 1, day: 15 }, 8 * 60)), '2026-01-15T07:00:00.000Z');
    assert.equal(iso(berlin.instantOf({ year: 2026, month: 7, day: 15 }, 8 * 60)), '2026-07-15T06:00:00.000Z');
  });

  test('puts a time that is left out at the end of the gap, and takes the first of two', () => {
    assert.equal(iso(berlin.instantOf({ year: 2026, month: 3, day: 29 }, 150)), '2026-03-29T01:00:00.000Z');
    assert.equal(iso(berlin.instantOf({ year: 2026, month: 10, day: 25 }, 150)), '2026-10-25T00:30:00.000Z');
    assert.equal(iso(berlin.instantOf({ year: 2026, month: 10, day: 25 }, 180)), '2026-10-25T02:00:00.000Z');
  });

  test('knows zones of half and quarter hours, south of the equator and across the date line', () => {
    const at = (zone: string) => iso(new LocalTime(zone).instantOf({ year: 2026, month: 6, day: 1 }, 0));

    assert.equal(at('Asia/Kathmandu'), '2026-05-31T18:15:00.000Z');
    assert.equal(at('Australia/Lord_Howe'), '2026-05-31T13:30:00.000Z');
    assert.equal(at('Pacific/Kiritimati'), '2026-05-31T10:00:00.000Z');
    assert.equal(at('Pacific/Pago_Pago'), '2026-06-01T11:00:00.000Z');
  });

  test('tells the day, the weekday and the minute of every hour of a year, and finds the way back', () => {
    let checked = 0;
    for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += 3_600_000) {
      const { weekday, minute, ...day } = berlin.at(instant as Instant);
      const back = berlin.instantOf(day, minute);
      const twice = back === instant - 3_600_000;

      assert.ok(back === instant || twice, `${new Date(instant).toISOString()} came back as ${iso(back)}`);
      assert.equal(new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay(), weekday);
      checked += 1;
    }
    assert.equal(checked, 8_760);
  });

  test('goes from day to day over the ends of months and years', () => {
    assert.deepEqual(nextDay({ year: 2028, month: 2, day: 28 }), { year: 2028, month: 2, day: 29 });
    assert.deepEqual(nextDay({ year: 2026, month: 12, day: 31 }), { year: 2027, month: 1, day: 1 });
  });

  test('refuses a zone that does not exist', () => {
    assert.throws(() => new LocalTime('Europe/Atlantis'), RangeError);
  });
});

const NEW_YEAR = Date.parse('2026-01-01T00:00:00Z') as Instant;

test('the clock on the wall follows summer time', () => {
  const table: [string, number, number][] = [
    ['2026-03-29T00:59:00Z', 1 + 59 / 60, 0],
    ['2026-03-29T01:00:00Z', 3, 0],
    ['2026-10-25T00:59:00Z', 2 + 59 / 60, 0],
    ['2026-10-25T01:00:00Z', 2, 0],
    ['2026-12-31T23:30:00Z', 0.5, 5],
  ];
  for (const [iso, hour, weekday] of table) {
    const local = berlin.at(Date.parse(iso) as Instant);
    assert.ok(Math.abs(local.hour - hour) < 1e-9, `${iso}: ${local.hour}`);
    assert.equal(local.weekday, weekday, iso);
  }
});

test('it also follows zones that are a quarter of an hour off', () => {
  assert.equal(new LocalTime('Asia/Kathmandu').at(NEW_YEAR).hour, 5.75);
  assert.equal(new LocalTime('America/Los_Angeles').at(NEW_YEAR).hour, 16);
});
