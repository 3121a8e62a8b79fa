import { Observable } from 'rxjs';
import type { Alarm, Clock, Duration, Instant } from './clock.ts';

/** Timers of the platform hold at most 2³¹ − 1 milliseconds; longer waits are made of several. */
const LONGEST_TIMER = 2_147_483_647;

/** The machine's own clock. The only file that knows it. */
export class SystemClock implements Clock {
  now(): Instant {
    return Date.now() as Instant;
  }

  elapsed(): Duration {
    return performance.now() as Duration;
  }

  alarm(ring: () => void): Alarm {
    let timer: NodeJS.Timeout | undefined;
    const set = (at: Instant): void => {
      clearTimeout(timer);
      const wait = at - Date.now();
      timer = wait > LONGEST_TIMER ? setTimeout(set, LONGEST_TIMER, at) : setTimeout(ring, Math.max(0, wait));
    };
    return { set, clear: () => clearTimeout(timer) };
  }

  /** Measured on the monotonic clock, so a wall clock that is put right in between changes nothing. */
  after(delay: Duration): Observable<Instant> {
    return new Observable((subscriber) => {
      const start = performance.now();
      let timer: NodeJS.Timeout;
      const wait = (): void => {
        const left = delay - (performance.now() - start);
        timer = setTimeout(left > LONGEST_TIMER ? wait : done, Math.min(LONGEST_TIMER, Math.max(0, left)));
      };
      const done = (): void => {
        subscriber.next(this.now());
        subscriber.complete();
      };
      wait();
      return () => clearTimeout(timer);
    });
  }

  every(period: Duration): Observable<Instant> {
    return new Observable((subscriber) => {
      const timer = setInterval(() => subscriber.next(this.now()), period);
      return () => clearInterval(timer);
    });
  }

  /** Resolves after everything else that is waiting to be served has had its turn. */
  breathe(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
