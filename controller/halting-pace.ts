import type { Away, RealTime } from '../twin/clock/pace.ts';
import { type Duration, type Instant, Pace, type VirtualClock } from '../twin/index.ts';

/** Time cannot go on at present, and why. */
export class Halted extends Error {
  override readonly name = 'Halted';
}

/** The pace of a house that stands still while what happens in it cannot be kept. */
export class HaltingPace {
  readonly #clock: VirtualClock;
  readonly #real: RealTime;
  readonly #away: Away | null;
  #pace: Pace;
  #speed: number;
  #halted: string | undefined;

  /** `speed`, or for a house whose time is that of the real clock who hears that it was away. */
  constructor(clock: VirtualClock, real: RealTime, speed: number | Away) {
    this.#clock = clock;
    this.#real = real;
    this.#away = typeof speed === 'function' ? speed : null;
    this.#speed = typeof speed === 'function' ? 1 : speed;
    this.#pace = this.#begin();
  }

  get speed(): number {
    return this.#speed;
  }

  setSpeed(speed: number): void {
    this.#pace.setSpeed(speed);
    this.#speed = speed;
  }

  /** Like `Pace`; rejects with `Halted` if time stops on the way. */
  advance(span: Duration): Promise<Instant> {
    return this.#whole((pace) => pace.advance(span));
  }

  advanceTo(target: Instant): Promise<Instant> {
    return this.#whole((pace) => pace.advanceTo(target));
  }

  /** Time stands still until `goOn`. */
  halt(why: string): void {
    this.#halted = why;
    this.#pace.stop();
  }

  goOn(): void {
    if (this.#halted === undefined) return;
    this.#halted = undefined;
    this.#pace = this.#begin();
  }

  #begin(): Pace {
    return new Pace(this.#clock, this.#real, this.#speed, this.#away);
  }

  async #whole(advance: (pace: Pace) => Promise<Instant>): Promise<Instant> {
    const pace = this.#pace;
    if (this.#halted !== undefined) throw new Halted(this.#halted);
    const now = await advance(pace);
    if (this.#halted !== undefined || pace !== this.#pace) {
      throw new Halted(this.#halted ?? 'time stood still on the way');
    }
    return now;
  }
}
