import { type Alarm, type Clock, type Duration, days, type Instant, later, milliseconds } from './clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What a pace needs of the real clock. */
export interface RealTime extends Pick<Clock, 'now' | 'elapsed' | 'alarm'> {
  breathe(): Promise<void>;
}

/** The furthest that one request may advance: ten years. */
export const FURTHEST = days(3_653);

/** How long alarms ring in one go before others are served. */
const SLICE = milliseconds(10);
const ALARMS_BETWEEN_LOOKS = 100;

/** Lets virtual time follow real time at a speed, and lets it be advanced on request while others are served. */
export class Pace {
  readonly #virtual: VirtualClock;
  readonly #real: RealTime;
  readonly #alarm: Alarm;
  #speed: number;
  #anchor: { readonly virtual: Instant; readonly real: Duration };
  #advancing: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #catchingUp = false;
  #stopped = false;

  /** `speed`: virtual seconds per real second; 0 stands still. */
  constructor(virtual: VirtualClock, real: RealTime, speed: number) {
    this.#virtual = virtual;
    this.#real = real;
    this.#speed = speed;
    this.#anchor = { virtual: virtual.standsAt, real: real.elapsed() };
    this.#alarm = real.alarm(() => void this.#catchUp());
    this.#follow();
  }

  get speed(): number {
    return this.#speed;
  }

  /** Throws a `RangeError` for anything but a finite number from 0 up. */
  setSpeed(speed: number): void {
    if (!Number.isFinite(speed) || speed < 0) throw new RangeError('the speed is a number from 0 up');
    this.#virtual.now();
    this.#speed = speed;
    if (this.#waiting === 0) this.#follow();
  }

  /** Lets `span` pass; resolves with the time once everything that fell due has happened. */
  advance(span: Duration): Promise<Instant> {
    return this.#inTurn((now) => later(now, span));
  }

  /** Lets time pass until `target`. */
  advanceTo(target: Instant): Promise<Instant> {
    return this.#inTurn(() => target);
  }

  /** Time stands still from now on. Advances that are under way end where they are. */
  stop(): void {
    this.#stopped = true;
    this.#virtual.follow(null);
    this.#alarm.clear();
  }

  /** One advance after the other; each starts where the one before has arrived. Rejects with a `RangeError` for a bad target. */
  #inTurn(target: (now: Instant) => Instant): Promise<Instant> {
    this.#waiting += 1;
    const turn = this.#advancing
      .then(() => this.#pass(target))
      .finally(() => {
        this.#waiting -= 1;
        if (!this.#stopped) this.#follow();
      });
    this.#advancing = turn.catch(() => undefined);
    return turn;
  }

  async #pass(of: (now: Instant) => Instant): Promise<Instant> {
    const now = this.#virtual.now();
    const target = of(now);
    if (!Number.isFinite(target)) throw new RangeError('this is not a time');
    if (target < now) throw new RangeError('time never goes back: this lies in the past');
    if (target - now > FURTHEST) throw new RangeError('one request advances by at most ten years');
    this.#virtual.follow(null);
    this.#alarm.clear();
    while (!this.#stopped && !this.#slice(target)) await this.#real.breathe();
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

  /** Starts to follow real time from where virtual time stands: a lag is forgiven. */
  #follow(): void {
    this.#anchor = { virtual: this.#virtual.standsAt, real: this.#real.elapsed() };
    if (this.#speed === 0) {
      this.#virtual.follow(null);
      this.#alarm.clear();
    } else {
      this.#virtual.follow(
        () => this.#mapped(),
        () => this.#wakeForNext(),
      );
      this.#wakeForNext();
    }
  }

  #mapped(): Instant {
    return Math.floor(this.#anchor.virtual + (this.#real.elapsed() - this.#anchor.real) * this.#speed) as Instant;
  }

  #wakeForNext(): void {
    const due = this.#virtual.nextDue;
    if (this.#catchingUp) return;
    if (due === null) this.#alarm.clear();
    else this.#alarm.set(later(this.#real.now(), milliseconds(Math.ceil((due - this.#mapped()) / this.#speed))));
  }

  /** Rings what is overdue, in slices when there is much. */
  async #catchUp(): Promise<void> {
    if (this.#catchingUp || this.#waiting > 0 || this.#speed === 0) return;
    this.#catchingUp = true;
    while (!this.#stopped && this.#waiting === 0 && this.#speed > 0 && !this.#slice(this.#mapped())) {
      await this.#real.breathe();
    }
    this.#catchingUp = false;
    if (!this.#stopped && this.#waiting === 0 && this.#speed > 0) this.#wakeForNext();
  }
}
