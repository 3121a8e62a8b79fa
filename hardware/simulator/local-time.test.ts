import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '../../twin/index.ts';
import { localTime } from './local-time.ts';

const at = (iso: string) => Date.parse(iso) as Instant;

test('the kitchen clock follows summer time', () => {
  const berlin = localTime('Europe/Berlin');

  const table: [string, number, number][] = [
    ['2026-03-29T00:59:00Z', 1 + 59 / 60, 0],
    ['2026-03-29T01:00:00Z', 3, 0],
    ['2026-10-25T00:59:00Z', 2 + 59 / 60, 0],
    ['2026-10-25T01:00:00Z', 2, 0],
    ['2026-12-31T23:30:00Z', 0.5, 5],
  ];
  for (const [iso, hour, weekday] of table) {
    const local = berlin(at(iso));
    assert.ok(Math.abs(local.hour - hour) < 1e-9, `${iso}: ${local.hour}`);
    assert.equal(local.weekday, weekday, iso);
  }
});

test('it also follows zones that are a quarter of an hour off', () => {
  assert.equal(localTime('Asia/Kathmandu')(at('2026-01-01T00:00:00Z')).hour, 5.75);
  assert.equal(localTime('America/Los_Angeles')(at('2026-01-01T00:00:00Z')).hour, 16);
});
