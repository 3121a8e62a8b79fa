import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CHECKS } from '../checks/index.ts';
import type { Json } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';
import { clockOffsetOf, clockTold } from './clock-offset.ts';

const AT = '2030-01-01T00:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1_000);
const exchange = (at: number, got: Json): Exchange => ({ check: '', number: 1, at, path: 'http', sent: null, got });
const value = (at: number, lastUpdate: Date): Exchange =>
  exchange(at, { ms: 0, body: { value: true, lastUpdate: lastUpdate.toISOString() } });
const dated = (at: number, date: Date): Exchange => exchange(at, { ms: 0, headers: { date: date.toUTCString() } });
const of = (check: string, ...exchanges: readonly Exchange[]) => clockOffsetOf(new Map([[check, exchanges]]), AT);

describe('how far the clock of a controller is from this one', () => {
  const driving = CHECKS.find(({ needs }) => needs.includes('hours'))?.id ?? '';

  test('is told by the freshest value that a check has switched', () => {
    const offset = of(
      'components.command',
      value(5_000, later(-3_000)),
      value(6_000, later(46)),
      dated(7_000, later(7)),
    );

    assert.equal(offset, 40);
  });
  test('is told by the date of answers where nothing was switched', () => {
    assert.equal(of('components.shape', value(5_000, later(-3_000)), dated(7_000, later(-13))), -20);
  });
  test('is not told by what was seen while the clock was driven', () => {
    assert.equal(of(driving, value(5_000, later(86_400))), null);
  });
  test('is not known where nothing tells the time, or tells nonsense', () => {
    assert.equal(of('components.shape', exchange(1, { headers: { date: 'soon' } })), null);
    assert.equal(clockTold(null), '');
  });
  test('is read by people', () => {
    assert.equal(clockTold(1.2), 'its clock agrees with that of this machine');
    assert.equal(clockTold(-37.5), 'its clock is 37.5 s behind that of this machine');
    assert.equal(clockTold(9_000), 'its clock is 2.5 h ahead of that of this machine');
  });
});
