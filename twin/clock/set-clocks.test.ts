import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Duration, days, hours, type Instant, later, minutes, seconds } from './clock.ts';
import { ADJUSTED, DOUBTED_FOR, SystemClock } from './system-clock.ts';

const START = Date.parse('2026-05-01T00:00:00Z');

const spans = fc.oneof(
  fc.integer({ min: 0, max: seconds(90) }),
  fc.integer({ min: 0, max: hours(30) }),
  fc.integer({ min: 0, max: days(20_000) }),
);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: hours(3) }) }) },
    { weight: 3, arbitrary: fc.record({ set: fc.tuple(spans, fc.boolean()).map(([by, back]) => (back ? -by : by)) }) },
    { weight: 1, arbitrary: fc.constant({ restart: true } as const) },
  ),
  { maxLength: 30 },
);

/** What time has a process told by now, and what was it told by its machine? */
test('whatever becomes of the clock of the machine, time neither goes back nor stands still, and runs ahead of nothing', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let [wall, monotonic] = [START, 0];
      const open = () => new SystemClock({ wall: () => wall, monotonic: () => monotonic });
      let clock = open();
      let told: Instant = clock.now();
      for (const step of taken) {
        const passed = 'pass' in step ? step.pass : 0;
        if ('set' in step) wall += step.set;
        if ('restart' in step) {
          clock = open();
          clock.goOnFrom(told);
        }
        wall += passed;
        monotonic += passed;
        const now = clock.now();
        const moved = now - told;
        assert.ok(moved >= Math.floor(passed / 2), `${moved} ms in ${passed}`);
        assert.ok(now <= Math.max(told + passed, wall), 'it runs ahead of the machine and of time itself');
        if (told - wall > ADJUSTED)
          assert.ok(Math.abs(moved - passed) <= 1, 'where nothing can be put right time goes as it goes');
        told = now;
      }
    }),
    { numRuns: 500 },
  );
});

test('left alone, it agrees with a machine that is ahead, or behind by a day at most, within two days', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let [wall, monotonic] = [START, 0];
      const clock = new SystemClock({ wall: () => wall, monotonic: () => monotonic });
      const pass = (span: Duration): Instant => {
        wall += span;
        monotonic += span;
        return clock.now();
      };
      for (const step of taken) {
        if ('set' in step) wall += step.set;
        pass(('pass' in step ? step.pass : 0) as Duration);
      }
      const behind = clock.now() - wall;
      pass(DOUBTED_FOR);
      for (let hour = 0; hour < 48; hour += 1) pass(hours(1));

      if (behind <= ADJUSTED) assert.equal(clock.now(), Math.floor(wall));
      else assert.equal(clock.now(), later(Math.floor(wall) as Instant, behind as Duration));
    }),
    { numRuns: 300 },
  );
});

test('a mistake of more than a day that is mended within ten minutes leaves nothing behind', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: ADJUSTED + 1, max: days(20_000) }),
      fc.array(fc.integer({ min: 0, max: minutes(3) }), { maxLength: 3 }),
      (by, looks) => {
        let [wall, monotonic] = [START, 0];
        const clock = new SystemClock({ wall: () => wall, monotonic: () => monotonic });
        clock.now();
        wall += by;
        clock.now();
        for (const span of looks) {
          wall += span;
          monotonic += span;
          clock.now();
        }
        wall -= by;

        assert.equal(clock.now(), wall);
        assert.equal(wall, START + monotonic);
      },
    ),
  );
});
