import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOON } from '../../property-tests/small-house.ts';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import { FailureLog } from './failure-log.ts';

test('a receiver that fails again and again is told of once a minute, with a count; another reason at once', () => {
  const clock = new VirtualClock(NOON);
  const lines: string[] = [];
  const log = new FailureLog(({ during, error }) => lines.push(`${during}: ${(error as Error).message}`), clock);
  const fail = (reason: string, origin = 'http://a') => log.failed(7, origin, { status: null, reason, duration: 3 });
  for (let count = 0; count < 5; count += 1) fail('connection refused');
  fail('connection refused', 'http://b');
  fail('connection reset');
  clock.advanceTo((clock.now() + 60_000) as Instant);
  fail('connection reset');
  assert.deepEqual(lines, [
    'call webhook 7 at http://a: connection refused (3 ms)',
    'call webhook 7 at http://b: connection refused (3 ms)',
    'call webhook 7 at http://a: connection reset (3 ms, and 4 more before)',
    'call webhook 7 at http://a: connection reset (3 ms)',
  ]);
});
