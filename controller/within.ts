import { type Clock, type Duration, later } from '../twin/index.ts';

/** Waits for work that may never end, no longer than `limit`; answers whether it has ended. What it rejects with is thrown. */
export const within = (
  clock: Pick<Clock, 'alarm' | 'now'>,
  limit: Duration,
  work: Promise<unknown>,
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const alarm = clock.alarm(() => resolve(false));
    alarm.set(later(clock.now(), limit));
    work.then(() => resolve(true), reject).finally(() => alarm.clear());
  });
