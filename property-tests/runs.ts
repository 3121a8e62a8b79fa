/**
 * How often a property is tried: as often as it says, always with the same cases, so that a day without changes brings no surprise.
 * `PROPERTY_RUNS=20` tries twenty times as many, each time others; `PROPERTY_SEED` repeats the ones of a seed.
 */
export function runs(
  numRuns: number,
  seed: number,
): { readonly numRuns: number; readonly seed?: number; readonly includeErrorInReport: true } {
  const { PROPERTY_RUNS: times, PROPERTY_SEED: given } = process.env;
  if (given !== undefined) return { ...TOLD, numRuns: Math.ceil(numRuns * Number(times ?? 1)), seed: Number(given) };
  return times === undefined ? { ...TOLD, numRuns, seed } : { ...TOLD, numRuns: Math.ceil(numRuns * Number(times)) };
}

/** A failure tells the seed, the smallest case that fails, and why it does. */
const TOLD = { includeErrorInReport: true } as const;
