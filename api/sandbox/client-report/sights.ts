import { LIMITS } from '../../limits.ts';
import type { Sight } from './sight.ts';

/** What was seen, in order, within a limit. */
export class Sights {
  #all: Sight[] = [];
  #forgotten = 0;

  get all(): readonly Sight[] {
    return this.#all;
  }

  /** How many are not there any more. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Forgets half of them when there are too many, so that a busy sandbox is not slowed down by moving the rest each time. */
  add(sight: Sight): void {
    this.#all.push(sight);
    if (this.#all.length <= LIMITS.clientSights.value) return;
    const surplus = this.#all.length >> 1;
    this.#all.splice(0, surplus);
    this.#forgotten += surplus;
  }

  clear(): void {
    this.#all = [];
    this.#forgotten = 0;
  }
}
