import assert from 'node:assert/strict';

/** A metric as a scraper reads it. */
export interface ReadMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: ReadSample[];
}

export interface ReadSample {
  /** The name of the metric, or of one line of a histogram. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Reads the text format of Prometheus 0.0.4, and is stricter than any scraper: each metric has HELP, TYPE and its samples in this
 * order and stands there once, no sample comes twice, and histograms add up.
 */
export function readPrometheusText(text: string): ReadonlyMap<string, ReadMetric> {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const metrics = new Map<string, ReadMetric>();
  let help: readonly [name: string, text: string] | undefined;
  let metric: ReadMetric | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const [, helped, says] = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    const [, typed, type] = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (helped !== undefined && says !== undefined) {
      assert.doesNotMatch(says, /\\[^\\n]/, 'HELP escapes only \\ and line breaks');
      help = [helped, says];
    } else if (typed !== undefined && type !== undefined) {
      assert.equal(help?.[0], typed, `${typed} has its HELP before its TYPE`);
      assert.ok(!metrics.has(typed), `${typed} is there once`);
      metric = { name: typed, type, help: help?.[1] ?? '', samples: [] };
      metrics.set(typed, metric);
      help = undefined;
    } else {
      const sample = readSample(line);
      assert.ok(metric !== undefined && help === undefined, `${line} belongs to a metric`);
      const suffixes = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      assert.ok(
        suffixes.some((suffix) => sample.name === `${metric?.name}${suffix}`),
        `${sample.name} belongs to ${metric.name}`,
      );
      metric.samples.push(sample);
    }
  }
  for (const each of metrics.values()) check(each);
  return metrics;
}

function readSample(line: string): ReadSample {
  const [, name, labels = '', value] =
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? assert.fail(`no sample: ${line}`);
  const read: Record<string, string> = {};
  let rest = labels;
  while (rest !== '') {
    const [all, label, text, separator] =
      /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/.exec(rest) ?? assert.fail(`labels of ${line}`);
    assert.ok(label !== undefined && text !== undefined && !(label in read), line);
    read[label] = text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
    rest = rest.slice(all.length);
    assert.ok(separator === '' || rest !== '', `no comma at the end: ${line}`);
  }
  assert.match(value ?? '', /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|NaN)$/, line);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  return { name: name ?? '', labels: read, value: number };
}

function check({ name, type, samples }: ReadMetric): void {
  const keys = samples.map((sample) => JSON.stringify([sample.name, Object.entries(sample.labels).sort()]));
  assert.equal(new Set(keys).size, keys.length, `${name} says nothing twice`);
  if (type === 'counter') assert.match(name, /_total$/, 'a counter is called so');
  if (type !== 'gauge') for (const { value } of samples) assert.ok(value >= 0, `${name} is no less than nothing`);
  if (type !== 'histogram') return;
  const groups = new Map<string, ReadSample[]>();
  for (const sample of samples) {
    const key = withoutBound(sample);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)));
    assert.deepEqual(
      bounds,
      bounds.toSorted((one, other) => one - other),
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY, `${name} ends with +Inf`);
    buckets.reduce((before, { value }) => {
      assert.ok(value >= before, `${name} only grows from bucket to bucket`);
      return value;
    }, 0);
    const count = group.filter((sample) => sample.name.endsWith('_count'));
    assert.deepEqual(
      count.map(({ value }) => value),
      [buckets.at(-1)?.value],
      `${name}: the count is that of the last bucket`,
    );
    const sums = group.filter((sample) => sample.name.endsWith('_sum'));
    assert.equal(sums.length, 1);
    const least = buckets.reduce(
      (sum, { value }, index) => sum + (value - (buckets[index - 1]?.value ?? 0)) * (bounds[index - 1] ?? 0),
      0,
    );
    assert.ok((sums[0]?.value ?? 0) >= least - 1e-9, `${name}: the sum is at least what its buckets say`);
  }
}

const withoutBound = ({ labels: { le: _, ...others } }: ReadSample): string => JSON.stringify(others);
