import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Duration, days, hours, type Instant, later, milliseconds, minutes, seconds } from './clock.ts';
import { FURTHEST, Pace, type RealTime } from './pace.ts';
import { SystemClock } from './system-clock.ts';
import { VirtualClock } from './virtual-clock.ts';

const START = Date.parse('2026-01-01T00:00:00Z') as Instant;
const after = (ms: number): Instant => later(START, milliseconds(ms));

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

  test('that follows the clock is what the clock says, also after a machine slept', async () => {
    const { clock, real, pass } = paced(1, 'clock');
    const rung: number[] = [];
    clock.alarm(() => rung.push(clock.standsAt)).set(after(3_600_000));
    await pass(10);
    real.jumped = 7_200_000;
    await pass(10);

    assert.equal(clock.now(), after(7_200_020));
    assert.deepEqual(rung, [after(3_600_000)]);
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

/** A pace on a real clock that is moved by hand; `burn` is time that work takes. */
function paced(speed: number, follows: 'speed' | 'clock' = 'speed') {
  const hand = new VirtualClock(0 as Instant);
  let burnt = 0;
  const real: RealTime & { listening: Promise<void>; jumped: number; burn(time: Duration): void } = {
    now: () => (START + hand.standsAt + burnt + real.jumped) as Instant,
    elapsed: () => (hand.standsAt + burnt) as Duration,
    alarm: (ring) => {
      const alarm = hand.alarm(ring);
      return { set: (at) => alarm.set((at - START - burnt - real.jumped) as Instant), clear: () => alarm.clear() };
    },
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    listening: Promise.resolve(),
    jumped: 0,
    heard: () => real.listening,
    burn: (time) => {
      burnt += time;
    },
  };
  const clock = new VirtualClock(START);
  const pace = new Pace(clock, real, speed, follows);
  /** Lets real time pass, with a turn for everybody each millisecond. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1) {
      hand.advanceTo((hand.standsAt + 1) as Instant);
      if (left % 100 === 1 || ms <= 100) await real.breathe();
    }
    await real.breathe();
  };
  return { clock, pace, real, pass };
}
