import { type Duration, type Instant, SystemClock } from '../twin/index.ts';

/** A machine whose clock somebody sets, and which may sleep: both its clocks stand where the test puts them. */
export class SetMachine {
  #wall: number;
  #monotonic = 0;

  constructor(start: Instant) {
    this.#wall = start;
  }

  /** The date and time of the machine. */
  get wall(): Instant {
    return this.#wall as Instant;
  }

  /** The clock of a process that starts now. */
  clock(): SystemClock {
    return new SystemClock({ wall: () => this.#wall, monotonic: () => this.#monotonic });
  }

  pass(span: Duration): void {
    this.#wall += span;
    this.#monotonic += span;
  }

  /** Sets its clock forward, or back by a negative span; or it sleeps for so long. */
  set(by: Duration): void {
    this.#wall += by;
  }
}
