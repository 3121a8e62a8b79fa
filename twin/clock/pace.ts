import { LIMITS } from '../limits.ts';
import {
  type Alarm,
  type Clock,
  type Duration,
  days,
  type Instant,
  later,
  milliseconds,
  minutes,
  seconds,
} from './clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What a pace needs of the real clock. */
export interface RealTime extends Pick<Clock, 'now' | 'elapsed' | 'alarm'> {
  /** Resolves once everything else that waits to be served has had its turn. */
  breathe(): Promise<void>;
  /** Resolves once whoever listens has heard what has happened, or is not waited for any longer. Left out: nobody listens. */
  heard?(): Promise<void>;
}

/** The furthest that one request may advance: ten years. */
export const FURTHEST = days(3_653);

/** Past this, timestamps are not four digits of a year any more. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z') as Instant;

/** How long alarms ring in one go before others are served. */
const SLICE = milliseconds(10);
const ALARMS_BETWEEN_LOOKS = 50;
const LONGEST_SLEEP = days(1);
/** A clock that somebody sets forward, or that went on while the machine was asleep, is noticed within so much. */
const LONGEST_UNWATCHED = minutes(1);

/** Nothing was done between two instants, although something was due: the machine slept, its clock was set, or time stood still. */
export type Away = (since: Instant, until: Instant) => void;

/**
 * Lets virtual time follow real time at a speed, and lets it be advanced on request while others are served. Within one turn
 * of the event loop virtual time stands still, so that whatever one request brings about happens at one instant.
 */
export class Pace {
  readonly #virtual: VirtualClock;
  readonly #real: RealTime;
  readonly #alarm: Alarm;
  readonly #away: Away | null;
  #speed: number;
  #anchor: { readonly virtual: Instant; readonly real: Duration };
  #looked = false;
  #wakesFor: Instant | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #driving = false;
  #stopped = false;

  /**
   * `speed`: virtual seconds per real second; 0 stands still. A pace that is told who is `away` follows the clock: virtual time is
   * what the real clock says, whatever the speed, and nothing is forgiven. It catches up with a short gap; over a long one time
   * leaps, `away` hears of it, and what is overdue rings then.
   */
  constructor(virtual: VirtualClock, real: RealTime, speed: number, away: Away | null = null) {
    this.#virtual = virtual;
    this.#real = real;
    this.#away = away;
    this.#speed = checked(speed);
    this.#anchor = { virtual: virtual.standsAt, real: real.elapsed() };
    this.#alarm = real.alarm(() => this.#woken());
    virtual.follow(
      () => this.#look(),
      () => this.#wakeForNext(),
    );
    this.#wakeForNext();
  }

  get speed(): number {
    return this.#speed;
  }

  /** Throws a `RangeError` for anything but a finite number from 0 up. */
  setSpeed(speed: number): void {
    const accepted = checked(speed);
    this.#lookAgain();
    this.#speed = accepted;
    this.#anchorHere();
  }

  /** Lets `span` pass; resolves with the time once everything that fell due has happened, rejects with a `RangeError`. */
  advance(span: Duration): Promise<Instant> {
    return this.#inTurn((now) => later(now, milliseconds(Math.round(span))));
  }

  /** Lets time pass until `target`; as `advance`. */
  advanceTo(target: Instant): Promise<Instant> {
    return this.#inTurn(() => target);
  }

  /** Time stands still from now on. Advances that are under way end where they are. */
  stop(): void {
    this.#stopped = true;
    this.#virtual.follow(null);
    this.#alarm.clear();
  }

  /** One advance after the other; each starts where the one before has arrived. */
  #inTurn(target: (now: Instant) => Instant): Promise<Instant> {
    if (this.#waiting >= LIMITS.advancesWaiting.value) {
      return Promise.reject(new RangeError('too many requests to advance the clock are waiting already'));
    }
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#drive(target));
    const done = () => {
      this.#waiting -= 1;
    };
    this.#last = turn.then(done, done);
    return turn;
  }

  async #drive(targetFrom: (now: Instant) => Instant): Promise<Instant> {
    this.#lookAgain();
    const now = this.#virtual.now();
    const target = targetFrom(now);
    if (!Number.isFinite(target)) throw new RangeError('this is not a time');
    if (target < now) throw new RangeError('time never goes back: this lies in the past');
    if (target - now > FURTHEST) throw new RangeError('one request advances by at most ten years');
    if (target > LAST) throw new RangeError('time ends with the year 9999');
    this.#driving = true;
    try {
      while (!this.#stopped && !this.#slice(target)) {
        await this.#real.breathe();
        await this.#real.heard?.();
      }
    } finally {
      this.#driving = false;
      this.#anchorHere();
    }
    return this.#virtual.standsAt;
  }

  /** Rings for a slice of real time; answers whether `target` was reached. */
  #slice(target: Instant): boolean {
    const start = this.#real.elapsed();
    while (!this.#virtual.advanceTo(target, ALARMS_BETWEEN_LOOKS)) {
      if (this.#real.elapsed() - start >= SLICE) return false;
    }
    return true;
  }

  /** Somebody looks at the clock: the first look of a turn lets it follow. What cannot be caught up with in a slice is forgiven. */
  #look(): Instant {
    if (this.#looked || this.#driving || this.#stopped || this.#speed === 0) return this.#virtual.standsAt;
    this.#looked = true;
    void this.#real.breathe().then(() => {
      this.#looked = false;
    });
    const target = Math.min(LAST, Math.floor(this.#mapped())) as Instant;
    if (target > this.#virtual.standsAt) {
      this.#leap(target);
      if (!this.#slice(target)) this.#anchorHere();
    }
    return this.#virtual.standsAt;
  }

  /** Something would happen much too late, as if it had happened in time. */
  #leap(target: Instant): void {
    const { nextDue: due, standsAt: since } = this.#virtual;
    if (this.#away === null || due === null || target - due <= seconds(LIMITS.catchUpSeconds.value)) return;
    this.#virtual.leapTo(target);
    this.#away(since, target);
  }

  #lookAgain(): void {
    this.#looked = false;
    this.#virtual.now();
  }

  #woken(): void {
    this.#wakesFor = null;
    this.#lookAgain();
    this.#wakeForNext();
  }

  /** Where virtual time should stand. */
  #mapped(): number {
    if (this.#away !== null) return this.#real.now();
    return this.#anchor.virtual + (this.#real.elapsed() - this.#anchor.real) * this.#speed;
  }

  /** Follows real time from where virtual time stands. */
  #anchorHere(): void {
    this.#anchor = { virtual: this.#virtual.standsAt, real: this.#real.elapsed() };
    this.#wakesFor = null;
    this.#wakeForNext();
  }

  #wakeForNext(): void {
    if (this.#driving || this.#stopped) return;
    const due = this.#virtual.nextDue;
    const longest = this.#away === null ? LONGEST_SLEEP : LONGEST_UNWATCHED;
    if (due === null || (this.#speed === 0 && due > this.#virtual.standsAt)) {
      this.#wakesFor = null;
      this.#alarm.clear();
    } else if (due !== this.#wakesFor) {
      this.#wakesFor = due;
      const wait = due <= this.#virtual.standsAt ? 0 : (due - this.#mapped()) / this.#speed;
      this.#alarm.set(later(this.#real.now(), milliseconds(Math.min(longest, Math.max(1, Math.ceil(wait))))));
    }
  }
}

function checked(speed: number): number {
  if (!Number.isFinite(speed) || speed < 0) throw new RangeError('the speed is a number from 0 up');
  return speed;
}
