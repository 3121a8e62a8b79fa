import type { Cid } from '../../twin/index.ts';
import type { LinkBoard } from '../link-board.ts';
import { type Answer, isFromDevice, isSilence } from './answer.ts';
import { LIMITS } from './limits.ts';

/** Which units of a line answer. */
export class Units {
  readonly #silences = new Map<number, number>();
  readonly #unitsOf = new Map<Cid, Set<number>>();
  readonly #board: LinkBoard;

  constructor(board: LinkBoard) {
    this.#board = board;
  }

  /** A component that has something on a unit. */
  add(cid: Cid, unit: number): void {
    const units = this.#unitsOf.get(cid) ?? new Set();
    units.add(unit);
    this.#unitsOf.set(cid, units);
    this.#silences.set(unit, 0);
  }

  isDown(unit: number): boolean {
    return (this.#silences.get(unit) ?? 0) >= LIMITS.silencesOfUnit.value;
  }

  isDoubtful(unit: number): boolean {
    return (this.#silences.get(unit) ?? 0) > 0;
  }

  /** Notes how a question to a unit ended. That nobody could be asked says nothing of a unit. */
  answered(unit: number, answer: Answer): void {
    const silences = this.#silences.get(unit) ?? 0;
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
