import { type Random, type RandomState, random } from '../../twin/index.ts';
import type { Chance } from './distributions.ts';

/** Whoever has a chance of its own; nothing is kept for those that never used it. */
export interface Lucky {
  luck: RandomState | undefined;
}

/**
 * A chance of its own for each of many, told apart by name. Each is kept as four numbers and drawn by one generator: a generator for
 * each would cost ten times as much memory.
 */
export class Chances implements Chance {
  readonly #root: Random;
  readonly #generator: Random = random(0);
  #present: Lucky | undefined;

  constructor(root: Random) {
    this.#root = root;
  }

  /** The chance of one of them, good until the next one is asked for. */
  of(lucky: Lucky, name: string): Chance {
    lucky.luck ??= this.#root.fork(name).state();
    this.#present = lucky;
    return this;
  }

  next(): number {
    const lucky = this.#present as Lucky;
    this.#generator.resume(lucky.luck as RandomState);
    const number = this.#generator.next();
    lucky.luck = this.#generator.state();
    return number;
  }
}
