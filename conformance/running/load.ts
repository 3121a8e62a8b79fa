import { availableParallelism, loadavg } from 'node:os';

const TICK_MS = 50;
/** A timer that rings so much too late shows that this process did not get its turn. */
const LATE_MS = 250;
/** More programs that want a processor than this, for each processor, and nobody is on time. */
const CROWDED = 1.5;

/** Watches whether this machine is on time: on one that is not, nobody can tell how long a controller took. */
export class Load {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  #worst: { at: number; ms: number }[] = [];

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** What was wrong since then, on the clock of `performance.now()`; null if all was well. `shared`: the controller is here, too. */
  since(time: number, shared: boolean): string | null {
    this.#tick();
    const late = Math.max(0, ...this.#worst.filter(({ at }) => at >= time).map(({ ms }) => ms));
    if (late > LATE_MS) return `this machine was busy and came ${Math.round(late)} ms late`;
    const [minute = 0] = loadavg();
    const crowded = shared && minute > CROWDED * availableParallelism();
    return crowded ? `this machine was busy (load ${minute.toFixed(1)})` : null;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    const ms = now - this.#last - TICK_MS;
    this.#last = now;
    if (ms > LATE_MS) this.#worst = [...this.#worst.slice(-999), { at: now, ms }];
  }
}
