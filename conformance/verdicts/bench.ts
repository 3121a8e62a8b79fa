import type { Tape } from '../clients/tape.ts';
import { requirement } from '../requirements/index.ts';
import { evidenceFor } from './evidence.ts';
import { broken, type Finding, type Hindrance, type Verdict } from './verdict.ts';

interface Held {
  verdict: Verdict;
  says: string;
  evidence: readonly number[];
  hindrance?: Hindrance;
}

/** Collects what a check finds out. The first thing that does not hold is what is told of a requirement. */
export class Bench {
  readonly #held = new Map<string, Held>();

  readonly #check: { readonly id: string; readonly proves: readonly string[] };
  readonly #tape: Tape;

  constructor(check: { readonly id: string; readonly proves: readonly string[] }, tape: Tape) {
    this.#check = check;
    this.#tape = tape;
  }

  /** Judges: `says` tells what was seen. Answers whether it holds. */
  expect(id: string, holds: boolean, says: string): boolean {
    if (!this.#check.proves.includes(id)) throw new Error(`${this.#check.id} judges ${id}, which it does not name`);
    const before = this.#held.get(id);
    if (before !== undefined && before.verdict !== 'PASS') return holds;
    if (holds && before !== undefined) return holds;
    this.#held.set(id, {
      verdict: holds ? 'PASS' : broken(requirement(id)),
      says,
      // Of what holds, reports show nothing: it is not looked for.
      evidence: evidenceFor(holds ? '' : says, this.#tape.exchanges),
    });
    return holds;
  }

  /** The controller does not have this optional part, and says so. */
  notApplicable(ids: readonly string[], reason: string): void {
    this.#set(ids, { verdict: 'NOT APPLICABLE', says: reason, evidence: [] });
  }

  /** What is not judged by now cannot be. */
  unable(ids: readonly string[], reason: string, hindrance: Hindrance): void {
    this.#set(ids, { verdict: 'INCONCLUSIVE', says: reason, evidence: [], hindrance });
  }

  /** One finding for each requirement that the check names. */
  findings(): readonly Finding[] {
    return this.#check.proves.map((id) => ({
      check: this.#check.id,
      requirement: id,
      ...(this.#held.get(id) ?? UNTOUCHED),
    }));
  }

  #set(ids: readonly string[], held: Held): void {
    for (const id of ids) if (!this.#held.has(id)) this.#held.set(id, held);
  }
}

const UNTOUCHED: Held = {
  verdict: 'INCONCLUSIVE',
  says: 'the check did not get as far as this',
  evidence: [],
  hindrance: 'trouble',
};
