import { type Clock, type Duration, milliseconds, seconds } from '../../../twin/index.ts';
import { LIMITS } from '../limits.ts';

/** What may happen very often and is told seldom: at once, then for a while only counted. */
export class RareNews {
  /** How much of it there was in all. */
  total = 0;
  readonly #clock: Clock;
  readonly #say: (total: number) => void;
  #next: Duration = milliseconds(Number.NEGATIVE_INFINITY);

  /** `say` is told how much of it there was in all. */
  constructor(clock: Clock, say: (total: number) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  add(count = 1): void {
    this.total += count;
    const now = this.#clock.elapsed();
    if (now < this.#next) return;
    this.#next = milliseconds(now + seconds(LIMITS.newsSeconds.value));
    this.#say(this.total);
  }
}
