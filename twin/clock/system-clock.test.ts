import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstValueFrom, take, toArray } from 'rxjs';
import { type Duration, days, type Instant, later, milliseconds } from './clock.ts';
import { SystemClock } from './system-clock.ts';

test('a clock that somebody sets back goes slowly instead of going back', () => {
  let wall = 1_000_000;
  let monotonic = 0;
  const setBack: Duration[] = [];
  const clock = new SystemClock({ wall: () => wall, monotonic: () => monotonic, setBack: (by) => setBack.push(by) });
  const pass = (ms: number): number => {
    wall += ms;
    monotonic += ms;
    return clock.now() - 1_000_000;
  };

  assert.equal(pass(100), 100);
  wall -= 50;
  const told = [pass(0), pass(20), pass(20), pass(40), pass(40), pass(100)];

  assert.deepEqual(told, [100, 110, 120, 130, 170, 270]);
  assert.deepEqual(setBack, [50]);
  wall += 5_000;
  assert.equal(pass(0), 5_270);
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

test('an alarm is for the wall clock: while that lags, it waits', async () => {
  let lag = 0;
  const wall = Date.now();
  const clock = new SystemClock({ wall: () => (lag > 0 ? wall : Date.now()), monotonic: () => performance.now() });
  let rung = false;
  const alarm = clock.alarm(() => {
    rung = true;
  });
  alarm.set((wall + 20) as Instant);
  lag = 1;
  await new Promise((resolve) => setTimeout(resolve, 60));
  const early = rung;
  lag = 0;
  await new Promise((resolve) => setTimeout(resolve, 60));

  assert.deepEqual([early, rung], [false, true]);
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
