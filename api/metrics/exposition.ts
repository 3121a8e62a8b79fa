import { Registry } from 'prom-client';
import type { Figures } from './figures.ts';
import type { LoopLag } from './loop-lag.ts';
import { METRICS } from './metric-table.ts';

/** Writes all metrics in the text format of Prometheus. */
export const exposition = async (
  figures: () => Figures,
  lag: LoopLag,
): Promise<{ readonly type: string; readonly text: string }> => {
  const present = figures();
  const registry = new Registry();
  for (const { name, type, help, read } of METRICS) {
    const written = { name, type, help, aggregator: 'sum', values: read(present, lag) };
    // Everything that a registry asks of a metric: our counters are plain numbers that only a scrape reads.
    registry.registerMetric({ name, get: async () => written } as unknown as Parameters<Registry['registerMetric']>[0]);
  }
  return { type: registry.contentType, text: await registry.metrics() };
};
