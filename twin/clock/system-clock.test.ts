import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstValueFrom, take, toArray } from 'rxjs';
import { type Duration, days, hours, type Instant, later, milliseconds, minutes } from './clock.ts';
import { SystemClock } from './system-clock.ts';

/** A clock on a machine whose wall clock and monotonic clock the test moves. */
const onMachine = () => {
  let [wall, monotonic] = [MAY, 0];
  const open = () => new SystemClock({ wall: () => wall, monotonic: () => monotonic });
  return {
    open,
    clock: open(),
    pass(span: Duration): void {
      wall += span;
      monotonic += span;
    },
    set: (by: Duration) => {
      wall += by;
    },
  };
};
const MAY = Date.parse('2026-05-01T00:00:00Z');
const back = (span: Duration): Duration => milliseconds(-span);

describe('a machine whose clock is set', () => {
  test('forward: it is followed at once', () => {
    const { clock, set } = onMachine();
    clock.now();
    set(hours(23));

    assert.equal(clock.now(), MAY + hours(23));
    assert.deepEqual(clock.state, { manner: 'follows', ahead: 0 });
  });

  test('back by up to a day: time passes at half its speed until the two agree', () => {
    const { clock, pass, set } = onMachine();
    clock.now();
    set(back(hours(1)));
    const told = [minutes(0), minutes(30), minutes(30), minutes(60), minutes(60)].map((span) => {
      pass(span);
      return (clock.now() - MAY) / minutes(1);
    });

    assert.deepEqual(told, [0, 15, 30, 60, 120]);
    assert.deepEqual(clock.state, { manner: 'follows', ahead: 0 });
  });

  test('back by more than a day: time passes as it does, for as long as that lasts', () => {
    const { clock, pass, set } = onMachine();
    clock.now();
    set(back(days(365)));
    clock.now();
    pass(days(30));

    assert.equal(clock.now(), MAY + days(30));
    assert.deepEqual(clock.state, { manner: 'apart', ahead: days(365) });
    set(days(364.5));
    assert.equal(clock.now(), MAY + days(30));
    assert.equal(clock.state.manner, 'slower');
  });

  test('forward by more than a day: it is believed once that has stood for ten minutes', () => {
    const { clock, pass, set } = onMachine();
    clock.now();
    set(days(365));
    const told = [minutes(0), minutes(9), minutes(1)].map((span) => {
      pass(span);
      return (clock.now() - MAY) / minutes(1);
    });

    assert.deepEqual(told, [0, 9, 365 * 1_440 + 10]);
  });

  test('forward by a year and back within ten minutes: nothing has happened', () => {
    const { clock, pass, set } = onMachine();
    clock.now();
    set(days(365));
    clock.now();
    pass(minutes(9));
    clock.now();
    set(back(days(365)));
    pass(minutes(1));

    assert.equal(clock.now(), MAY + minutes(10));
    assert.deepEqual(clock.state, { manner: 'follows', ahead: 0 });
  });

  test('from one wrong date to another: each has to stand by itself', () => {
    const { clock, pass, set } = onMachine();
    clock.now();
    set(days(365));
    clock.now();
    pass(minutes(9));
    set(days(365));
    clock.now();
    pass(minutes(9));

    assert.equal(clock.now(), MAY + minutes(18));
  });
});

describe('a start after which', () => {
  test('the clock of the machine is behind what was told already goes on from there', () => {
    const { open, pass } = onMachine();
    for (const [ahead, passed] of [
      [hours(2), minutes(5)],
      [days(20_000), minutes(10)],
    ] as const) {
      const clock = open();
      const last = later(clock.now(), ahead);
      clock.goOnFrom(last);
      assert.equal(clock.now(), last);
      pass(minutes(10));
      assert.equal(clock.now(), later(last, passed));
    }
  });

  test('it is ahead goes on from it, unless that is more than a year', () => {
    const { open, pass } = onMachine();
    const clock = open();
    clock.goOnFrom((MAY - days(360)) as Instant);
    assert.equal(clock.now(), MAY);
    const other = open();
    other.goOnFrom((MAY - days(20_000)) as Instant);
    assert.equal(other.now(), MAY - days(20_000));
    pass(minutes(10));
    assert.equal(other.now(), MAY + minutes(10));
  });
});

test('an alarm rings once, not before its time, where it was set last', async () => {
  const clock = new SystemClock();
  const due = later(clock.now(), milliseconds(30));
  const rung = await new Promise((resolve) => {
    const alarm = clock.alarm(() => resolve(clock.now()));
    alarm.set(later(clock.now(), milliseconds(1)));
    alarm.set(due);
  });
  const never = clock.alarm(() => assert.fail('it was cleared'));
  never.set(clock.now());
  never.clear();
  await clock.breathe();

  assert.ok(Number(rung) >= due && Number(rung) < due + 500);
});

test('an alarm is for a span: setting the clock of the machine makes it neither longer nor shorter', async () => {
  for (const by of [hours(1), back(hours(1))]) {
    let ahead = 0;
    const clock = new SystemClock({ wall: () => Date.now() + ahead, monotonic: () => performance.now() });
    let rung: number | undefined;
    const begun = performance.now();
    const alarm = clock.alarm(() => {
      rung = performance.now() - begun;
    });
    alarm.set(later(clock.now(), milliseconds(40)));
    ahead = by;
    clock.now();
    for (let look = 0; rung === undefined && look < 500; look += 1) await firstValueFrom(clock.after(milliseconds(10)));

    assert.ok(rung !== undefined && rung >= 39, `${rung} ms`);
  }
});

test('what is weeks away does not ring at once, nor is it looked at again and again', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    return performance.now();
  };
  const clock = new SystemClock({ wall: () => Date.now() + 0 * look(), monotonic: look });
  const alarm = clock.alarm(() => assert.fail('that was not 30 days'));
  alarm.set(later(clock.now(), days(30)));
  const waiting = clock.after(days(30)).subscribe(() => assert.fail('nor was that'));
  const beats = clock.every(days(30)).subscribe(() => assert.fail('nor that'));

  await new Promise((resolve) => setTimeout(resolve, 50));

  assert.ok(looks < 15, `${looks} looks`);
  alarm.clear();
  waiting.unsubscribe();
  beats.unsubscribe();
});

test('beats follow each other without drift', async () => {
  const clock = new SystemClock();
  const start = clock.elapsed();
  const beats = await firstValueFrom(clock.every(milliseconds(10)).pipe(take(5), toArray()));

  assert.equal(beats.length, 5);
  assert.ok(clock.elapsed() - start >= 50);
});
