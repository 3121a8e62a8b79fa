import type { Exchange } from '../clients/tape.ts';
import type { Target } from '../trials/target.ts';
import { Load } from './load.ts';
import { Witness } from './witness.ts';

/** What may make a good controller look bad: people who switch by hand, and a machine that is not on time. */
export class Disturbances {
  readonly #load = new Load();
  readonly #witness = new Witness();
  readonly #shared: boolean;
  readonly #epoch: number;

  private constructor(target: Target, epoch: number) {
    this.#shared = target.loopback;
    this.#epoch = epoch;
  }

  /** Begins to watch; `epoch` is when the run began, on the clock of `performance.now()`. */
  static async watched(target: Target, epoch: number): Promise<Disturbances> {
    const disturbances = new Disturbances(target, epoch);
    await disturbances.#witness.watch(target);
    return disturbances;
  }

  /** What has disturbed these exchanges, in words; null if nothing has. */
  during(exchanges: readonly Exchange[]): string | null {
    const first = this.#epoch + (exchanges[0]?.at ?? 0);
    return this.#witness.others(exchanges, this.#epoch) ?? this.#load.since(first, this.#shared);
  }

  stop(): void {
    this.#load.stop();
    this.#witness.stop();
  }
}
