import { Observable } from 'rxjs';
import type { Alarm, Clock, Duration, Instant } from './clock.ts';

/** Where real time comes from; other sources are for tests. */
export interface TimeSource {
  /** The machine's date and time in milliseconds, which somebody may set. */
  wall(): number;
  /** Milliseconds that only ever grow, from any beginning. */
  monotonic(): number;
  /** The machine's clock was set back by this much. */
  setBack?(by: Duration): void;
}

/**
 * The machine's own clock. The only file that knows it. It never goes back: while the machine's clock is behind what has
 * been told already, because somebody set it back, time passes here at half its speed until the two agree again.
 */
export class SystemClock implements Clock {
  readonly #source: TimeSource;
  #told = Number.NEGATIVE_INFINITY;
  /** Monotonic time of the last look while the machine's clock is behind; `null` while it is not. */
  #slowSince: number | null = null;

  constructor(source: TimeSource = MACHINE) {
    this.#source = source;
  }

  now(): Instant {
    const wall = this.#source.wall();
    if (wall >= this.#told) {
      this.#told = wall;
      this.#slowSince = null;
      return Math.floor(wall) as Instant;
    }
    const monotonic = this.#source.monotonic();
    if (this.#slowSince === null) this.#source.setBack?.((this.#told - wall) as Duration);
    else this.#told += (monotonic - this.#slowSince) / 2;
    this.#slowSince = monotonic;
    return Math.floor(this.#told) as Instant;
  }

  elapsed(): Duration {
    return this.#source.monotonic() as Duration;
  }

  alarm(ring: () => void): Alarm {
    let timer: NodeJS.Timeout | undefined;
    const look = (at: Instant): void => {
      if (this.now() >= at) ring();
      else set(at);
    };
    const set = (at: Instant): void => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.min(LONGEST_TIMER, Math.max(0, at - this.now())), at);
    };
    return { set, clear: () => clearTimeout(timer) };
  }

  /** Measured on the monotonic clock, so a wall clock that is put right in between changes nothing. */
  after(delay: Duration): Observable<Instant> {
    return new Observable((subscriber) =>
      this.#wait(this.elapsed() + delay, () => {
        subscriber.next(this.now());
        subscriber.complete();
      }),
    );
  }

  /** Beats that were missed, because the machine was asleep or busy, are left out. */
  every(period: Duration): Observable<Instant> {
    if (!(period >= 1)) throw new RangeError(`nothing can happen every ${period} ms`);
    return new Observable((subscriber) => {
      let due = this.elapsed() + period;
      let cancel = () => {};
      const beat = (): void => {
        due += period * (1 + Math.floor((this.elapsed() - due) / period));
        cancel = this.#wait(due, beat);
        subscriber.next(this.now());
      };
      cancel = this.#wait(due, beat);
      return () => cancel();
    });
  }

  /** Resolves after everything else that is waiting to be served has had its turn. */
  breathe(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Calls `done` once the monotonic clock has reached `due`; the answer calls it off. */
  #wait(due: number, done: () => void): () => void {
    let timer: NodeJS.Timeout;
    const look = (): void => {
      const left = due - this.elapsed();
      if (left <= 0) done();
      else timer = setTimeout(look, Math.min(LONGEST_TIMER, Math.ceil(left)));
    };
    timer = setTimeout(look, Math.min(LONGEST_TIMER, Math.max(0, Math.ceil(due - this.elapsed()))));
    return () => clearTimeout(timer);
  }
}

const MACHINE: TimeSource = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Longer waits are made of several timers: the platform's hold at most 2³¹ − 1 milliseconds, and a machine that was asleep or
 * whose clock was set must notice that an alarm is overdue.
 */
const LONGEST_TIMER = 60_000;
