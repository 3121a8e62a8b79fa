import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LOCKOUT } from '../../docs/spec/index.ts';
import { LockoutModel } from '../../property-tests/models/lockout.ts';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import { blockAfter, Lockout } from './lockout.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const clockAt = (ms: number) => new VirtualClock((START + ms) as Instant);

test('every failure blocks as long as the table says', () => {
  for (const { failures, blockedSeconds } of LOCKOUT) assert.equal(blockAfter(failures), blockedSeconds * 1_000);
  assert.equal(blockAfter(17), 900_000);
  assert.equal(blockAfter(5_000), 900_000);
});

test('a block counts down second by second, rounded up, and ends to the millisecond', () => {
  const clock = clockAt(0);
  const lockout = new Lockout(clock, 10);
  const anna = { username: 'anna', source: '192.0.2.1' };
  for (const { failures, blockedSeconds } of LOCKOUT) {
    const failed = clock.now();
    lockout.fail(anna);
    for (let second = 0; second < blockedSeconds; second += 1) {
      clock.advanceTo((failed + second * 1_000) as Instant);
      assert.equal(lockout.retryAfter(anna), blockedSeconds - second, `${second} s after failure ${failures}`);
      clock.advanceTo((failed + second * 1_000 + 1) as Instant);
      assert.equal(lockout.retryAfter(anna), blockedSeconds - second);
    }
    clock.advanceTo((failed + blockedSeconds * 1_000) as Instant);
    assert.equal(lockout.retryAfter(anna), 0);
  }
});

test('any history of attempts, waits and successes is judged as the tables say', () => {
  const name = fc.constantFrom('anna', 'ben', '__proto__', 'constructor');
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        wait: fc.constant(0),
        username: name,
        source: fc.constantFrom('a', 'b'),
        path: fc.constantFrom('local' as const, 'remote' as const),
        code: fc.constantFrom(null, 110 as const, 110 as const, 110 as const, 122 as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        wait: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(899_999, 900_000, 256_000, 512_000)),
      }),
    },
  );
  let blocked = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const clock = clockAt(0);
      const model = new LockoutModel();
      const lockout = new Lockout(clock, 1_000);
      for (const made of steps) {
        if (!('username' in made)) {
          model.pass(made.wait);
          clock.advanceTo((clock.now() + made.wait) as Instant);
          continue;
        }
        const attempt = { username: made.username, source: made.path === 'remote' ? null : made.source };
        const retryAfter = lockout.retryAfter(attempt);
        if (retryAfter > 0) blocked += 1;
        else if (made.code === null) lockout.succeed(attempt);
        else lockout.fail(attempt);
        assert.deepEqual(retryAfter > 0 ? { code: 109, retryAfter } : { code: made.code }, model.attempt(made));
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(blocked > 50, `only ${blocked} attempts were blocked`);
});

test('however many names are tried, the tables keep their size and the latest failures', () => {
  const clock = clockAt(0);
  const lockout = new Lockout(clock, 100);
  for (let tried = 0; tried < 10_000; tried += 1)
    lockout.fail({ username: `name ${tried}`, source: `source ${tried}` });
  const { usernames, sources } = lockout.state();
  assert.deepEqual([usernames.length, sources.length], [100, 100]);
  assert.equal(usernames[0]?.[0], 'name 9900');

  clock.advanceTo((clock.now() + 900_000) as Instant);
  lockout.fail({ username: 'another', source: null });
  assert.deepEqual(
    lockout.state().usernames.map(([key]) => key),
    ['another'],
  );
});

test('a failure makes an entry the latest, so that crowding it out begins anew', () => {
  const lockout = new Lockout(clockAt(0), 3);
  for (const username of ['target', 'a', 'b', 'target', 'c']) lockout.fail({ username, source: null });
  assert.deepEqual(
    lockout.state().usernames.map(([key, failures]) => [key, failures]),
    [
      ['b', 1],
      ['target', 2],
      ['c', 1],
    ],
  );
});

test('counted failures taken down and put back go on as if nothing had been in between', () => {
  const clock = clockAt(0);
  const before = new Lockout(clock, 10);
  const anna = { username: 'anna', source: '192.0.2.1' };
  for (let failure = 0; failure < 8; failure += 1) before.fail(anna);
  const after = new Lockout(clock, 10, JSON.parse(JSON.stringify(before.state())));
  assert.equal(after.retryAfter(anna), 4);
  assert.equal(after.retryAfter({ username: 'ben', source: anna.source }), 4);
});
