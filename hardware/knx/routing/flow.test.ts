import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Instant, VirtualClock } from '../../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { Flow } from './flow.ts';

/** Chance gives what the test says. */
const life = (chance = () => 0) => {
  const clock = new VirtualClock(0 as Instant);
  const flow = new Flow({ clock, chance });
  const pass = (milliseconds: number) => clock.advanceTo((clock.now() + milliseconds) as Instant);
  return { clock, flow, pass };
};

describe('silence that routers ask for', () => {
  test('lasts as long as they say, and none was asked for at first', () => {
    const { clock, flow, pass } = life();
    pass(1_000);
    assert.ok(flow.silentUntil <= clock.elapsed());
    flow.busy(100);

    assert.equal(flow.silentUntil, 1_100);
  });

  test('is longer by chance, up to 50 ms for each time that it was asked for', () => {
    const { flow, pass } = life(() => 0.5);
    for (const [wait, times, until] of [
      [100, 1, 125],
      [200, 2, 270],
      [300, 3, 415],
      [400, 4, 560],
    ] as const) {
      flow.busy(wait);
      assert.deepEqual([flow.times, flow.silentUntil], [times, until]);
      pass(20);
    }
  });

  test('that several routers ask for within 10 ms counts once', () => {
    const { flow, pass } = life();
    for (let router = 0; router < 5; router += 1) {
      flow.busy(50);
      pass(2);
    }
    assert.equal(flow.times, 1);
    pass(8);
    flow.busy(50);

    assert.equal(flow.times, 2);
  });

  test('is the longest one of those that were asked for', () => {
    const { flow, pass } = life();
    flow.busy(500);
    pass(100);
    flow.busy(50);
    assert.equal(flow.silentUntil, 500);
    flow.busy(450);

    assert.equal(flow.silentUntil, 550);
  });

  test('leaves a trace that is forgotten slowly: nothing for 100 ms each, then one every 5 ms', () => {
    const { flow, pass } = life();
    for (let time = 0; time < 4; time += 1) {
      flow.busy(20);
      pass(20);
    }
    assert.equal(flow.times, 4);
    pass(400);
    assert.equal(flow.times, 4);
    const seen = Array.from({ length: 5 }, () => {
      pass(5);
      return flow.times;
    });

    assert.deepEqual(seen, [3, 2, 1, 0, 0]);
  });

  test('is never shorter than any router asked for, and never longer than the standard adds', () => {
    const busy = fc.record({ after: fc.nat(300), wait: fc.nat(65_535) });
    fc.assert(
      fc.property(fc.array(busy, { maxLength: 30 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (all, chance) => {
        const { clock, flow, pass } = life(() => chance);
        let longest = 0;
        for (const { after, wait } of all) {
          pass(after);
          flow.busy(wait);
          longest = Math.max(longest, clock.elapsed() + wait);
          const most = LIMITS.busyTimesMost.value * LIMITS.busyChanceMilliseconds.value;
          assert.ok(flow.silentUntil >= longest && flow.silentUntil <= longest + most);
          assert.ok(flow.times <= Math.min(all.length, LIMITS.busyTimesMost.value));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
