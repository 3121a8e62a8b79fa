import type { Subscription } from 'rxjs';
import { type Duration, type SystemClock, seconds } from '../twin/index.ts';

/** How often what has failed is tried again, and how long a pause is. */
export const TRIES = 60;
export const PAUSE: Duration = seconds(5);

/** What has failed for the time being, and is tried again until it succeeds, is called off, or has failed too often. */
export class Retries {
  readonly #clock: Pick<SystemClock, 'after'>;
  readonly #waiting = new Map<string, { pause?: Subscription }>();

  constructor(clock: Pick<SystemClock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Tries it again after each pause; `attempt` answers whether it has succeeded, and is asked to leave no trace if it is not wanted any
   * more when it has. The one before of the same name is called off. `gaveUp` is called when it has failed too often.
   */
  begin(name: string, attempt: (isWanted: () => boolean) => Promise<boolean>, gaveUp: () => void): void {
    this.callOff(name);
    const waiting: { pause?: Subscription } = {};
    this.#waiting.set(name, waiting);
    const isWanted = (): boolean => this.#waiting.get(name) === waiting;
    const tryIt = async (left: number): Promise<void> => {
      const hasSucceeded = await attempt(isWanted);
      if (!isWanted()) return;
      if (!hasSucceeded && left > 1) {
        wait(left - 1);
        return;
      }
      this.#waiting.delete(name);
      if (!hasSucceeded) gaveUp();
    };
    const wait = (left: number): void => {
      waiting.pause = this.#clock.after(PAUSE).subscribe(() => void tryIt(left));
    };
    wait(TRIES);
  }

  callOff(name: string): void {
    this.#waiting.get(name)?.pause?.unsubscribe();
    this.#waiting.delete(name);
  }

  callAllOff(): void {
    for (const name of [...this.#waiting.keys()]) this.callOff(name);
  }
}
