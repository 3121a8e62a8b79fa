/** The middle one; the mean of the middle two. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** By linear interpolation between the neighbours; `NaN` for no samples. */
export function percentile(samples: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(samples).sort();
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
