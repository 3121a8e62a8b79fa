import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Instant, later, milliseconds, RANK, type Rank, seconds } from './clock.ts';
import { VirtualClock } from './virtual-clock.ts';

const START = Date.parse('2026-01-01T00:00:00Z') as Instant;
const after = (ms: number): Instant => later(START, milliseconds(ms));

describe('a clock that obeys', () => {
  test('rings by instant, then by rank, then in the order in which alarms were set', () => {
    const alarms = fc.array(fc.record({ at: fc.nat(50), rank: fc.constantFrom<Rank>(...Object.values(RANK)) }));
    fc.assert(
      fc.property(alarms, fc.integer({ min: 1, max: 5 }), (wanted, most) => {
        const clock = new VirtualClock(START);
        const rung: { at: number; rank: Rank; order: number }[] = [];
        for (const [order, { at, rank }] of wanted.entries()) {
          const ring = () => {
            assert.equal(clock.now(), after(at));
            rung.push({ at, rank, order });
          };
          clock.alarm(ring, rank).set(after(at));
        }

        while (!clock.advanceTo(after(50), most)) assert.notEqual(clock.nextDue, clock.standsAt);

        const expected = wanted.map((alarm, order) => ({ ...alarm, order }));
        expected.sort((one, other) => one.at - other.at || one.rank - other.rank || one.order - other.order);
        assert.deepEqual(rung, expected);
      }),
    );
  });

  test('an alarm that is moved or cleared rings only where it was set last', () => {
    const clock = new VirtualClock(START);
    const rung: [string, number][] = [];
    const moved = clock.alarm(() => rung.push(['moved', clock.now() - START]));
    const cleared = clock.alarm(() => rung.push(['cleared', clock.now() - START]));
    for (let at = 5_000; at > 20; at -= 1) moved.set(after(at));
    moved.set(after(30));
    cleared.set(after(10));
    cleared.clear();

    clock.advanceTo(after(10_000));

    assert.deepEqual(rung, [['moved', 30]]);
  });

  test('nobody sees a moment at which something due has not happened', () => {
    const clock = new VirtualClock(START);
    let target = START;
    let rung = 0;
    clock.follow(() => target);
    clock.alarm(() => (rung += 1)).set(after(70));
    clock.alarm(() => (rung += 1)).set(START);

    assert.equal(clock.now(), START);
    assert.equal(rung, 1);
    target = after(100);
    assert.equal(clock.now(), after(100));
    assert.equal(rung, 2);
  });

  test('what is set for the past rings at once, and an alarm cannot move its own clock', () => {
    const clock = new VirtualClock(START);
    clock.advanceTo(after(100));
    const refused: unknown[] = [];
    clock
      .alarm(() => {
        try {
          clock.advanceTo(after(500));
        } catch (error) {
          refused.push(error);
        }
      })
      .set(after(3));

    assert.equal(clock.now(), after(100));
    assert.equal(refused.length, 1);
  });

  test('alarms that set each other at one instant end in an error, not in silence', () => {
    const clock = new VirtualClock(START);
    const alarm = clock.alarm(() => alarm.set(clock.now()));
    alarm.set(after(1));

    assert.throws(() => clock.advanceTo(after(2)), /keep time from passing/);
  });

  test('something happens every ten seconds, until nobody listens', () => {
    const clock = new VirtualClock(START);
    const beats: number[] = [];
    const beat = clock.every(seconds(10)).subscribe((at) => beats.push(at - START));
    clock.after(seconds(15)).subscribe({ next: (at) => beats.push(at - START), complete: () => beats.push(-1) });

    clock.advanceTo(after(35_000));
    beat.unsubscribe();
    clock.advanceTo(after(99_000));

    assert.deepEqual(beats, [10_000, 15_000, -1, 20_000, 30_000]);
    assert.equal(clock.nextDue, null);
    assert.throws(() => clock.every(seconds(0)), RangeError);
  });
});
