/** One line of a metric. */
export interface Sample {
  /** Left out: the name of the metric itself. */
  readonly metricName?: string;
  readonly labels: { readonly [label: string]: string | number };
  readonly value: number;
}

type Labels = Sample['labels'];

export const one = (value: number): readonly Sample[] => [{ labels: {}, value }];

/** A sample for each field of a record, under the label. */
export const each = (label: string, record: { readonly [name: string]: number }): readonly Sample[] =>
  Object.entries(record).map(([name, value]) => ({ labels: { [label]: name }, value }));

/** A histogram from how many fell into each class, and beyond the last bound. */
export const histogram = (
  name: string,
  labels: Labels,
  {
    bounds,
    classes,
    sum,
  }: { readonly bounds: readonly number[]; readonly classes: readonly number[]; readonly sum: number },
): readonly Sample[] => {
  let count = 0;
  const buckets = [...bounds, '+Inf' as const].map((le, index): Sample => {
    count += classes[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
};
