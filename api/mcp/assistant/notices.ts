import { between, type Clock, type Instant, later, seconds } from '../../../twin/index.ts';
import { LIMITS } from './limits.ts';

/** Tells the same thing at most once in a while: the first time at once, and what happens meanwhile together when the time is over. */
export class Notices {
  readonly #clock: Clock;
  readonly #tell: (about: string) => void;
  readonly #told = new Map<string, Instant>();
  readonly #due = new Set<string>();
  readonly #alarm;

  constructor(clock: Clock, tell: (about: string) => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#alarm = clock.alarm(() => this.#ring());
  }

  /** Something has happened to what `about` names. */
  about(about: string): void {
    if (this.#due.has(about)) return;
    const now = this.#clock.now();
    const last = this.#told.get(about);
    if (last === undefined || between(last, now) >= PAUSE) {
      this.#told.set(about, now);
      this.#tell(about);
    } else {
      const isFirst = this.#due.size === 0;
      this.#due.add(about);
      if (isFirst) this.#alarm.set(later(last, PAUSE));
    }
  }

  /** Nobody wants to hear of it any more. */
  forget(about: string): void {
    this.#due.delete(about);
    this.#told.delete(about);
  }

  close(): void {
    this.#alarm.clear();
    this.#due.clear();
  }

  #ring(): void {
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const about of [...this.#due]) {
      const at = later(this.#told.get(about) ?? now, PAUSE);
      if (at > now) next = Math.min(next, at);
      else {
        this.#due.delete(about);
        this.#told.set(about, now);
        this.#tell(about);
      }
    }
    if (this.#due.size > 0 && Number.isFinite(next)) this.#alarm.set(next as Instant);
  }
}

const PAUSE = seconds(LIMITS.noticeSeconds.value);
