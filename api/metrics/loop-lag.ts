import { type Alarm, type Clock, later, minutes, seconds } from '../../twin/index.ts';

/** Upper bounds, in seconds, of the classes that delays are counted in. */
export const LAG_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1] as const;

const PERIOD = seconds(0.25);
/** After the last look; an idle controller is not woken for nobody. */
const PATIENCE = minutes(10);

/** How late the event loop comes to what is due: measured four times a second while somebody looks now and then. */
export class LoopLag {
  readonly classes = new Array<number>(LAG_SECONDS.length + 1).fill(0);
  seconds = 0;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  #due = 0;
  #until = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#alarm = clock.alarm(() => this.#measure());
  }

  /** Somebody looks. */
  look(): void {
    this.#until = this.#clock.elapsed() + PATIENCE;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#wait();
  }

  end(): void {
    this.#isRunning = false;
    this.#alarm.clear();
  }

  #wait(): void {
    this.#due = this.#clock.elapsed() + PERIOD;
    this.#alarm.set(later(this.#clock.now(), PERIOD));
  }

  #measure(): void {
    const now = this.#clock.elapsed();
    const late = Math.max(0, now - this.#due) / 1_000;
    let index = 0;
    while (index < LAG_SECONDS.length && late > (LAG_SECONDS[index] ?? 0)) index += 1;
    this.classes[index] = (this.classes[index] ?? 0) + 1;
    this.seconds += late;
    if (now >= this.#until) this.end();
    else this.#wait();
  }
}
