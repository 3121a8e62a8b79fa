import type { CallCounts } from '../api/call-counts.ts';
import type { Figures, Readiness } from '../api/metrics/figures.ts';
import type { QueueDrops } from '../api/queue-drops.ts';
import type { Component, Duration, SystemClock } from '../twin/index.ts';
import type { Life } from './life.ts';
import type { MeasuredBuses } from './measured-buses.ts';
import type { MeasuredStore } from './measured-store.ts';
import { VERSION } from './version.ts';

/** What is counted for as long as the program runs, whatever becomes of the house. */
export interface Counted {
  readonly calls: CallCounts;
  readonly drops: QueueDrops;
  readonly connections: () => number;
  readonly store: MeasuredStore | null;
  readonly buses: MeasuredBuses;
  readonly realClock: SystemClock;
  /** Elapsed time at the start. */
  readonly begun: Duration;
}

/** The controller in numbers, as it is at this moment. */
export const figuresOf = (
  life: Life,
  { calls, drops, connections, store, buses, realClock, begun }: Counted,
): Figures => {
  const { twin, sockets, mcp, events, journal, pace } = life;
  const webHooks = life.webHooks.figures();
  const components = [...twin.components.values()];
  const { user, system } = process.cpuUsage();
  return {
    version: VERSION,
    node: process.versions.node,
    memory: process.memoryUsage(),
    cpu: { user: user / 1_000_000, system: system / 1_000_000 },
    uptime: (realClock.elapsed() - begun) / 1_000,
    calls,
    connections: connections(),
    sockets: sockets.connections,
    slowReaders: sockets.slowReaders,
    mcpSessions: mcp.sessions,
    ...life.access.figures(),
    events: events.figures,
    webHooks,
    drops: { ...drops, sockets: sockets.slowReaders, webhooks: webHooks.dropped },
    journal: journal.counts,
    store: store?.figures ?? { writes: 0, failures: 0, seconds: 0, underWay: 0 },
    buses: buses.figures(),
    broker: life.mqtt?.figures() ?? null,
    components: components.length,
    unreachable: components.filter((component) => !isReachable(component)).length,
    speed: pace.speed,
    clockAhead: Math.trunc(realClock.state.ahead) / 1_000,
  };
};

/** Whether the controller knows its house and can keep what happens in it. */
export const readinessOf = ({ twin, journal }: Life, store: MeasuredStore | null): Readiness => ({
  devices: [...twin.components.values()].every((component) => hasReported(component) || !isReachable(component)),
  journal: isWritable(journal),
  store: store?.isWritable ?? true,
});

const isReachable = (component: Component): boolean => component.entry('reachable')?.value !== false;

const hasReported = ({ entries }: Component): boolean => entries.some(({ lastUpdate }) => lastUpdate !== null);

const isWritable = (journal: Life['journal']): boolean => {
  try {
    journal.commit();
    return true;
  } catch {
    return false;
  }
};
