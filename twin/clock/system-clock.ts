import { Observable } from 'rxjs';
import { type Alarm, type Clock, type Duration, days, type Instant, minutes } from './clock.ts';

/** Where real time comes from; other sources are for tests. */
export interface TimeSource {
  /** The machine's date and time in milliseconds, which somebody may set. */
  wall(): number;
  /** Milliseconds that only ever grow, from any beginning. */
  monotonic(): number;
}

/** What the clock has to say about the machine's clock: it is `ahead` of it by so much (negative: behind). */
export interface ClockState {
  /**
   * `follows`: it says what the machine's clock says. `slower`: somebody set that one back; time passes at half its speed until the two agree.
   * `apart`: that one is too far behind to be waited for; time passes as it does. `doubts`: that one has leapt further ahead than is believed at once.
   */
  readonly manner: 'follows' | 'slower' | 'apart' | 'doubts';
  readonly ahead: Duration;
}

/** Beyond this the machine's clock and ours do not come together by patience: one of them is plainly wrong. */
export const ADJUSTED = days(1);
/** Further ahead than this the machine's clock is not believed even at a start. */
const BELIEVED_AT_A_START = days(366);
/** A leap that is doubted counts once it has stood for so long: a mistake that is mended by then has done no harm. */
export const DOUBTED_FOR = minutes(10);

/**
 * The machine's own clock. The only file that knows it. What it tells never goes back and never stands still, whatever becomes of the machine's clock:
 * see `ClockState`. Spans (alarms, `after`, `every`) are measured on the monotonic clock, so setting the machine's clock makes none of them longer or shorter.
 */
export class SystemClock implements Clock {
  readonly #source: TimeSource;
  #told = Number.NEGATIVE_INFINITY;
  /** Monotonic time of the last look. */
  #looked = 0;
  /** A leap that was seen: how far it led, and the monotonic time at which it was seen first. */
  #doubted: { readonly lead: number; readonly since: number } | null = null;
  #state: ClockState = { manner: 'follows', ahead: 0 as Duration };

  constructor(source: TimeSource = MACHINE) {
    this.#source = source;
  }

  now(): Instant {
    const wall = this.#source.wall();
    const monotonic = this.#source.monotonic();
    const passed = Math.max(0, monotonic - this.#looked);
    this.#looked = monotonic;
    const manner = this.#mannerAt(wall, monotonic, passed);
    if (manner === 'follows') this.#told = wall;
    else this.#told += manner === 'slower' ? passed / 2 : passed;
    this.#state = { manner, ahead: (this.#told - wall) as Duration };
    return Math.floor(this.#told) as Instant;
  }

  /** How it stood to the machine's clock when it was looked at last. */
  get state(): ClockState {
    return this.#state;
  }

  /** Time had come to `last` before this start: it goes on from there, or from what the machine's clock says if that is later. */
  goOnFrom(last: Instant): void {
    const now = this.now();
    if (last > now || now - last > BELIEVED_AT_A_START) this.#told = last;
    this.now();
  }

  elapsed(): Duration {
    return this.#source.monotonic() as Duration;
  }

  /** `set` counts from when it is called: the alarm rings when as much time has passed as there was left. */
  alarm(ring: () => void): Alarm {
    let cancel = () => {};
    const clear = () => cancel();
    const set = (at: Instant): void => {
      cancel();
      cancel = this.#wait(this.elapsed() + at - this.now(), ring);
    };
    return { set, clear };
  }

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

  #mannerAt(wall: number, monotonic: number, passed: number): ClockState['manner'] {
    const lead = wall - this.#told - passed;
    const isLeap = lead > ADJUSTED && Number.isFinite(this.#told);
    if (!isLeap) this.#doubted = null;
    else if (Math.abs(lead - (this.#doubted?.lead ?? 0)) > ADJUSTED) this.#doubted = { lead, since: monotonic };
    if (this.#doubted !== null && monotonic - this.#doubted.since < DOUBTED_FOR) return 'doubts';
    // Where the machine's clock is caught up with in between, nothing stands still for that.
    if (lead >= -passed / 2) return 'follows';
    return -lead > ADJUSTED ? 'apart' : 'slower';
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

/** Longer waits are made of several timers: the platform's hold at most 2³¹ − 1 milliseconds. */
const LONGEST_TIMER = 86_400_000;
