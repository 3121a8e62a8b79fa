import type { Chain } from './chains.ts';
import type { TraceTrigger } from './trace.ts';

/** A run that waits until the one before it has ended. */
export interface Queued {
  readonly run: number;
  readonly trigger: TraceTrigger;
  readonly chain: Chain;
}

/** The runs of each automation that wait for their turn. */
export class Queues {
  readonly #byAutomation = new Map<number, readonly Queued[]>();

  length(automation: number): number {
    return this.#of(automation).length;
  }

  add(automation: number, queued: Queued): void {
    this.#byAutomation.set(automation, [...this.#of(automation), queued]);
  }

  /** Takes out the one whose turn it is. */
  shift(automation: number): Queued | undefined {
    const [next, ...rest] = this.#of(automation);
    if (rest.length > 0) this.#byAutomation.set(automation, rest);
    else this.#byAutomation.delete(automation);
    return next;
  }

  /** Takes out all of them. */
  empty(automation: number): readonly Queued[] {
    const queue = this.#of(automation);
    this.#byAutomation.delete(automation);
    return queue;
  }

  state(): readonly (readonly [number, readonly Queued[]])[] {
    return [...this.#byAutomation];
  }

  resume(queues: readonly (readonly [number, readonly Queued[]])[]): void {
    this.#byAutomation.clear();
    for (const [automation, queue] of queues) this.#byAutomation.set(automation, queue);
  }

  #of(automation: number): readonly Queued[] {
    return this.#byAutomation.get(automation) ?? [];
  }
}
