import type { Cid } from '../../twin/index.ts';
import type { LinkBoard } from '../link-board.ts';
import { type Answer, isFromDevice, isSilence } from './answer.ts';
import { LIMITS } from './limits.ts';

/** Which units of a line answer. */
export class Units {
  #silences = new Map<number, number>();
  #unitsOf: ReadonlyMap<Cid, ReadonlySet<number>> = new Map();
  readonly #board: LinkBoard;

  constructor(board: LinkBoard) {
    this.#board = board;
  }

  /** From now on these components have something on these units. What is known of a unit that stays is known further on. */
  reach(unitsOf: ReadonlyMap<Cid, ReadonlySet<number>>): void {
    const gone = [...this.#unitsOf.keys()].filter((cid) => !unitsOf.has(cid));
    const units = [...unitsOf.values()].flatMap((each) => [...each]);
    this.#silences = new Map(units.map((unit) => [unit, this.#silences.get(unit) ?? 0]));
    this.#unitsOf = unitsOf;
    for (const cid of gone) this.#board.forget(cid);
    for (const [cid, own] of unitsOf) {
      const isDown = [...own].some((unit) => this.isDown(unit));
      if (isDown || this.#board.isDown(cid)) this.#board.set(cid, !isDown);
    }
  }

  isDown(unit: number): boolean {
    return (this.#silences.get(unit) ?? 0) >= LIMITS.silencesOfUnit.value;
  }

  isDoubtful(unit: number): boolean {
    return (this.#silences.get(unit) ?? 0) > 0;
  }

  /** Notes how a question to a unit ended. That nobody could be asked says nothing of a unit. */
  answered(unit: number, answer: Answer): void {
    const silences = this.#silences.get(unit);
    if (silences === undefined) return;
    if (isFromDevice(answer)) this.#silences.set(unit, 0);
    else if (isSilence(answer)) this.#silences.set(unit, Math.min(silences + 1, LIMITS.silencesOfUnit.value));
    else return;
    for (const [cid, units] of this.#unitsOf) {
      if (!units.has(unit)) continue;
      if ([...units].some((each) => this.isDown(each))) this.#board.set(cid, false);
      else if (isFromDevice(answer)) this.#board.set(cid, true);
    }
  }
}
