import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Duration, days, hours, later, milliseconds, minutes, seconds } from './clock.ts';
import { FURTHEST, Pace } from './pace.ts';
import { after, paced, START } from './paced.test.ts';
import { SystemClock } from './system-clock.ts';
import { VirtualClock } from './virtual-clock.ts';

describe('a clock with a pace', () => {
  test('follows real time at its speed, and wakes itself for what is due', async () => {
    const { clock, real, pass } = paced(60);
    const rung: number[] = [];
    clock.alarm(() => rung.push(real.elapsed())).set(after(90_000));

    await pass(1_499);
    assert.deepEqual([clock.standsAt, rung], [START, []]);
    await pass(2);
    assert.deepEqual(rung, [1_500]);
    await pass(499);
    assert.equal(clock.now(), after(120_000));
  });

  test('stands still within one turn, however long the turn takes', async () => {
    const { clock, real, pass } = paced(1);
    await pass(10);
    const first = clock.now();
    real.burn(milliseconds(50));
    const second = clock.now();
    await real.breathe();

    assert.deepEqual([first, second, clock.now()], [after(10), after(10), after(60)]);
  });

  test('stands still at speed 0, but what is due at once happens soon', async () => {
    const { clock, pace, pass } = paced(0);
    let rung = 0;
    clock.alarm(() => (rung += 1)).set(START);
    clock.alarm(() => assert.fail('time does not pass')).set(after(1));

    await pass(60_000);

    assert.deepEqual([rung, clock.now(), pace.speed], [1, START, 0]);
  });

  test('changes its speed without a leap', async () => {
    const { clock, pace, pass } = paced(10);
    await pass(1_000);
    pace.setSpeed(2);
    await pass(1_000);
    pace.setSpeed(0);
    await pass(1_000);

    assert.equal(clock.now(), after(12_000));
    assert.throws(() => pace.setSpeed(-1), RangeError);
    assert.throws(() => pace.setSpeed(Number.POSITIVE_INFINITY), RangeError);
  });

  test('that follows the clock is what the clock says, and catches up with a short gap', async () => {
    const { clock, real, pass } = paced(1, () => assert.fail('that was short'));
    const rung: number[] = [];
    clock.alarm(() => rung.push(clock.standsAt)).set(after(60_000));
    await pass(10);
    real.jumped = 350_000;
    await pass(10);

    assert.equal(clock.now(), after(350_020));
    assert.deepEqual(rung, [after(60_000)]);
  });

  test('leaps over a long gap, says so, and then what is overdue rings, in order', async () => {
    const told: unknown[] = [];
    const { clock, real, pass } = paced(1, (since, until) => told.push([since, until]));
    for (const [name, due] of [
      ['second', 60_001],
      ['first', 60_000],
    ] as const) {
      clock.alarm(() => told.push([name, clock.standsAt])).set(after(due));
    }
    await pass(10);
    const since = clock.now();
    real.jumped = 360_002;
    await pass(10);
    clock.now();

    const until = Array.isArray(told[0]) ? told[0][1] : undefined;
    assert.deepEqual(told, [
      [since, until],
      ['first', until],
      ['second', until],
    ]);
    assert.ok(Number(until) >= after(360_012));
    assert.equal(clock.now(), after(360_022));
  });

  test('notices within a minute that a clock it follows has leapt', async () => {
    const { clock, real, pass } = paced(1, () => {});
    let rung = 0;
    clock.alarm(() => (rung += 1)).set(after(36_000_000));
    await pass(10);
    real.jumped = 40_000_000;
    await pass(60_010);

    assert.equal(rung, 1);
  });

  test('lags instead of keeping everybody waiting when it cannot keep up', async () => {
    const { clock, real, pass } = paced(1_000);
    let rung = 0;
    const alarm = clock.alarm(() => {
      real.burn(milliseconds(1));
      rung += 1;
      alarm.set(later(clock.now(), milliseconds(10)));
    });
    alarm.set(after(10));

    await pass(100);
    const before = [rung, real.elapsed()] as const;
    clock.now();
    const [longest, took] = [rung - before[0], real.elapsed() - before[1]];

    assert.ok(rung > 100, `${rung} alarms rang`);
    assert.ok(longest <= 100 && took <= 100, `one look rang ${longest} alarms in ${took} ms`);
    assert.ok(clock.standsAt < after(100_000));
  });

  test('is advanced in slices, one request after the other, while others are served', async () => {
    const { clock, pace, real } = paced(0);
    const alarm = clock.alarm(() => {
      real.burn(milliseconds(1));
      alarm.set(later(clock.now(), seconds(1)));
    });
    alarm.set(START);
    let served = 0;
    let running = true;
    const others = (async () => {
      for (; running; served += 1) await real.breathe();
    })();

    const [one, two] = await Promise.all([pace.advance(hours(1)), pace.advance(hours(1))]);
    running = false;
    await others;

    assert.deepEqual([one, two, clock.now()], [after(3_600_000), after(7_200_000), after(7_200_000)]);
    assert.ok(served > 50, `others had ${served} turns`);
  });

  test('goes on in real time from where it was advanced to', async () => {
    const { clock, pace, pass } = paced(1);
    await pass(500);

    assert.equal(await pace.advanceTo(after(90_000)), after(90_000));
    await pass(500);

    assert.equal(clock.now(), after(90_500));
  });

  test('refuses the past, more than ten years and what is no time, and nothing has moved', async () => {
    const { clock, pace } = paced(0);
    await pace.advance(seconds(10));

    await assert.rejects(pace.advanceTo(after(9_999)), /time never goes back/);
    await assert.rejects(pace.advance(milliseconds(-1)), RangeError);
    await assert.rejects(pace.advance((FURTHEST + 1) as Duration), /ten years/);
    await assert.rejects(pace.advance(Number.NaN as Duration), RangeError);
    assert.equal(clock.now(), after(10_000));
    assert.equal(await pace.advanceTo(after(10_000)), after(10_000));
  });

  test('goes on by itself while listeners are behind; an advance that ran ahead of them waits', async () => {
    const { clock, pace, real, pass } = paced(1);
    let caughtUp = () => {};
    real.listening = new Promise((resolve) => {
      caughtUp = resolve;
    });

    await pass(10);
    const first = clock.now();
    await pass(10);
    assert.deepEqual([first, clock.now()], [after(10), after(20)]);

    const alarm = clock.alarm(() => {
      real.burn(milliseconds(20));
      alarm.set(later(clock.now(), minutes(1)));
    });
    alarm.set(after(60_000));
    let arrived = false;
    const advance = pace.advanceTo(after(7_200_000)).then(() => {
      arrived = true;
    });
    for (let turn = 0; turn < 50; turn += 1) await real.breathe();
    assert.deepEqual([arrived, clock.standsAt < after(7_200_000)], [false, true]);

    caughtUp();
    await advance;
    assert.equal(clock.standsAt, after(7_200_000));
  });

  test('ends an advance where it is when it is stopped', async () => {
    const { clock, pace, real } = paced(0);
    const alarm = clock.alarm(() => {
      real.burn(milliseconds(5));
      alarm.set(later(clock.now(), seconds(1)));
    });
    alarm.set(START);

    const advance = pace.advance(days(100));
    await real.breathe();
    pace.stop();

    assert.ok((await advance) < after(86_400_000));
  });

  test('sleeps while nothing is due', async () => {
    const clock = new VirtualClock(START);
    const system = new SystemClock();
    const pace = new Pace(clock, system, 1);
    clock.alarm(() => {}).set(after(3_600_000));
    const start = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { user, system: kernel } = process.cpuUsage(start);
    pace.stop();

    assert.ok(user + kernel < 100_000, `${user + kernel} µs`);
  });
});
