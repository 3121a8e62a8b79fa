import { type Clock, type Duration, later } from '../../../twin/index.ts';

/** Answers after a time, or as soon as nobody waits any longer. */
export const pause = (clock: Clock, delay: Duration, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      alarm.clear();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const alarm = clock.alarm(end);
    alarm.set(later(clock.now(), delay));
    signal.addEventListener('abort', end);
  });
