import { type Clock, type Duration, milliseconds } from '../../../twin/index.ts';
import { LIMITS } from '../limits.ts';

interface FlowOptions {
  readonly clock: Clock;
  /** A number from 0 up to but not including 1, each time another one. */
  chance(): number;
}

/**
 * When whoever sends to routers has to be silent (KNX 3/8/5, 2.3.5). A router whose queue runs full asks for a time of silence. After it
 * everybody waits a little longer, each another time, so that they do not all begin at once; the more often it was asked for, the
 * longer. When nobody has asked for a while, that falls back to nothing step by step.
 */
export class Flow {
  readonly #options: FlowOptions;
  #silentUntil: Duration = milliseconds(0);
  /** When somebody asked last. */
  #asked: Duration = milliseconds(Number.NEGATIVE_INFINITY);
  /** How often, as it stood then. */
  #times = 0;
  /** When that begins to fall. */
  #fallsFrom: Duration = milliseconds(0);
  /** End of the time that was asked for, without what is added by chance. */
  #asksUntil: Duration = milliseconds(0);

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /** On the monotonic clock; what is past means that everybody may send. */
  get silentUntil(): Duration {
    return this.#silentUntil;
  }

  /** The number N of the standard: how often silence was asked for of late. */
  get times(): number {
    const fallen = Math.floor((this.#options.clock.elapsed() - this.#fallsFrom) / LIMITS.busyFallMilliseconds.value);
    return Math.max(0, this.#times - Math.max(0, fallen));
  }

  /** A router asks everybody for `wait` milliseconds of silence. */
  busy(wait: number): void {
    const now = this.#options.clock.elapsed();
    // Several routers that are busy for the same reason count once.
    const isNew = now - this.#asked >= LIMITS.busyApartMilliseconds.value;
    const times = Math.min(LIMITS.busyTimesMost.value, this.times + (isNew ? 1 : 0));
    this.#asked = now;
    this.#times = times;
    if (now + wait > this.#asksUntil) {
      this.#asksUntil = milliseconds(now + wait);
      const added = this.#options.chance() * times * LIMITS.busyChanceMilliseconds.value;
      this.#silentUntil = milliseconds(Math.max(this.#silentUntil, this.#asksUntil + added));
    }
    this.#fallsFrom = milliseconds(Math.max(this.#silentUntil, now) + times * LIMITS.busySlowMilliseconds.value);
  }
}
