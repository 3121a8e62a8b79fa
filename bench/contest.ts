import type { Pace } from './row.ts';

/** What a contestant did while the load was on it. */
export interface Effort {
  readonly operations: number;
  /** Nanoseconds of CPU. */
  readonly cpu: number;
}

/**
 * Lets the contestants take turns, forth and back (A B B A), so that whatever else the machine does falls on all of
 * them alike. Answers, for each contestant, the microseconds of CPU per operation, one figure per round.
 */
export async function contest<Name extends string>(
  names: readonly Name[],
  { rounds }: Pace,
  turn: (name: Name) => Promise<Effort>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const costs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const forth = round % 2 === 0 ? names : names.toReversed();
    const sums = new Map<Name, Effort>();
    for (const name of [...forth, ...forth.toReversed()]) {
      const { operations, cpu } = await turn(name);
      const sum = sums.get(name) ?? { operations: 0, cpu: 0 };
      sums.set(name, { operations: sum.operations + operations, cpu: sum.cpu + cpu });
    }
    for (const [name, { operations, cpu }] of sums) costs.get(name)?.push(cpu / operations / 1_000);
  }
  return Object.fromEntries(costs) as Record<Name, number[]>;
}

/** `above[i] / below[i]`, round by round. */
export const ratios = (above: readonly number[], below: readonly number[]): readonly number[] =>
  above.map((value, round) => value / (below[round] ?? Number.NaN));
