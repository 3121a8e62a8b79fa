import { CALL_SECONDS } from '../call-counts.ts';
import type { BrokerFigures, BusFigures, Figures } from './figures.ts';
import { LAG_SECONDS, type LoopLag } from './loop-lag.ts';
import { each, histogram, one, type Sample } from './samples.ts';

/** A metric: what it is called, what it means, and where its numbers come from. */
export interface MetricRow {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Of its samples, beside the `le` of a histogram. */
  readonly labels: readonly string[];
  read(figures: Figures, lag: LoopLag): readonly Sample[];
}

type Row = Omit<MetricRow, 'name' | 'labels'> & { readonly labels?: readonly string[] };

const counter = (help: string, read: (figures: Figures) => readonly Sample[], labels: readonly string[] = []): Row => ({
  type: 'counter',
  help,
  labels,
  read,
});
const gauge = (help: string, read: (figures: Figures) => readonly Sample[], labels: readonly string[] = []): Row => ({
  type: 'gauge',
  help,
  labels,
  read,
});

/** One sample for each bus. */
const ofBuses =
  (value: (bus: BusFigures) => number) =>
  ({ buses }: Figures): readonly Sample[] =>
    buses.map((bus) => ({ labels: { bus: bus.name }, value: value(bus) }));

const CALLS = 'twinhaus_call_duration_seconds';
const LAG = 'twinhaus_event_loop_lag_seconds';

/** Where the house is shown on no broker, there is no sample. */
const ofBroker =
  (value: (broker: BrokerFigures) => number) =>
  ({ broker }: Figures): readonly Sample[] =>
    broker === null ? [] : one(value(broker));

const ROWS: { readonly [name: string]: Row } = {
  twinhaus_build_info: gauge(
    'Always 1; the labels say which build runs.',
    ({ version, node }) => [{ labels: { version, node }, value: 1 }],
    ['version', 'node'],
  ),
  twinhaus_uptime_seconds: gauge('Time since the start.', ({ uptime }) => one(uptime)),
  process_resident_memory_bytes: gauge('Resident memory of the process.', ({ memory }) => one(memory.rss)),
  process_cpu_seconds_total: counter('Processor time of the process.', ({ cpu }) => one(cpu.user + cpu.system)),
  nodejs_heap_size_used_bytes: gauge('JavaScript heap in use.', ({ memory }) => one(memory.heapUsed)),
  nodejs_heap_size_total_bytes: gauge('JavaScript heap that is reserved.', ({ memory }) => one(memory.heapTotal)),
  nodejs_external_memory_bytes: gauge('Memory that belongs to JavaScript outside of its heap.', ({ memory }) =>
    one(memory.external),
  ),
  [LAG]: {
    type: 'histogram',
    help: 'How late the event loop comes to what is due; measured from the first scrape on.',
    read: (_figures, { classes, seconds }) => histogram(LAG, {}, { bounds: LAG_SECONDS, classes, sum: seconds }),
  },
  twinhaus_calls_total: counter(
    'Calls that were answered, by path, name and outcome: ok or the error code.',
    ({ calls }) =>
      [...calls.transports].flatMap(([path, row]) =>
        [...row.calls].flatMap(([call, { ok, refused }]) => [
          ...(ok > 0 ? [{ labels: { path, call, outcome: 'ok' }, value: ok }] : []),
          ...[...refused].map(([code, value]) => ({ labels: { path, call, outcome: code }, value })),
        ]),
      ),
    ['path', 'call', 'outcome'],
  ),
  [CALLS]: {
    type: 'histogram',
    help: 'Time from a call to its answer, by path.',
    labels: ['path'],
    read: ({ calls }) =>
      [...calls.transports].flatMap(([path, { classes, seconds }]) =>
        histogram(CALLS, { path }, { bounds: CALL_SECONDS, classes, sum: seconds }),
      ),
  },
  twinhaus_connections: gauge('Open connections to all listeners.', ({ connections }) => one(connections)),
  twinhaus_sockets: gauge('Socket.io clients that are connected.', ({ sockets }) => one(sockets)),
  twinhaus_slow_readers_cut_total: counter(
    'Socket.io clients that were cut off because they did not read.',
    (figures) => one(figures.slowReaders),
  ),
  twinhaus_mcp_sessions: gauge('Open MCP sessions.', ({ mcpSessions }) => one(mcpSessions)),
  twinhaus_sessions: gauge('Sessions that are kept.', ({ sessions }) => one(sessions)),
  twinhaus_locked_out: gauge(
    'User names and source addresses whose logins are blocked at present.',
    ({ lockedOut }) => each('by', { 'user name': lockedOut.usernames, address: lockedOut.sources }),
    ['by'],
  ),
  twinhaus_event_batches_total: counter('Batches of changes that were told to listeners.', ({ events }) =>
    one(events.batches),
  ),
  twinhaus_event_entries_total: counter('Changes in these batches.', ({ events }) => one(events.entries)),
  twinhaus_event_queue: gauge('Changes that wait for their batch.', ({ events }) => one(events.waiting)),
  twinhaus_queue_dropped_total: counter(
    'What did not fit into a queue any more and was refused or given up; of clients that do not read, how many were cut off.',
    ({ drops }) => each('queue', drops),
    ['queue'],
  ),
  twinhaus_webhooks: gauge('Webhooks, enabled or not.', ({ webHooks }) => one(webHooks.count)),
  twinhaus_webhook_queue: gauge('Webhook calls that wait for their receiver.', ({ webHooks }) => one(webHooks.waiting)),
  twinhaus_webhook_deliveries_total: counter(
    'Webhook calls by what became of them.',
    ({ webHooks: { answered, failed, dropped } }) => each('outcome', { answered, failed, dropped }),
    ['outcome'],
  ),
  twinhaus_journal_lines_total: counter(
    'Lines of the journal, by kind.',
    ({ journal }) => each('kind', journal.lines),
    ['kind'],
  ),
  twinhaus_journal_writes_total: counter('Writes of the journal to its file.', ({ journal }) => one(journal.writes)),
  twinhaus_journal_write_seconds_total: counter('Time that these writes took.', ({ journal }) => one(journal.seconds)),
  twinhaus_journal_bytes: gauge('Size of the journal on disk.', ({ journal }) => one(journal.bytes)),
  twinhaus_journal_forgotten_total: counter(
    'Files of the journal that were removed because of its limits.',
    ({ journal }) => one(journal.forgotten),
  ),
  twinhaus_journal_stuck: gauge(
    '1 while the journal cannot be written and the house stands still, else 0.',
    ({ journal }) => one(journal.isStuck ? 1 : 0),
  ),
  twinhaus_store_writes_total: counter(
    'Writes to the store, by outcome.',
    ({ store: { writes, failures } }) => each('outcome', { ok: writes, failed: failures }),
    ['outcome'],
  ),
  twinhaus_store_write_seconds_total: counter('Time that these writes took.', ({ store }) => one(store.seconds)),
  twinhaus_store_queue: gauge('Writes to the store that are under way or wait.', ({ store }) => one(store.underWay)),
  twinhaus_bus_up: gauge(
    'Whether a bus is connected: 1 or 0.',
    ofBuses(({ up }) => (up ? 1 : 0)),
    ['bus'],
  ),
  twinhaus_bus_devices_down: gauge(
    'Devices that do not answer on their bus, as far as it tells them apart.',
    ofBuses(({ devicesDown }) => devicesDown),
    ['bus'],
  ),
  twinhaus_bus_reports_total: counter(
    'What devices said over their bus.',
    ofBuses(({ reports }) => reports),
    ['bus'],
  ),
  twinhaus_bus_commands_total: counter(
    'Commands that were sent to a bus, by whether it took them.',
    ({ buses }) =>
      buses.flatMap(({ name, taken, failed }) => [
        { labels: { bus: name, outcome: 'ok' }, value: taken },
        { labels: { bus: name, outcome: 'failed' }, value: failed },
      ]),
    ['bus', 'outcome'],
  ),
  twinhaus_bus_commands_waiting: gauge(
    'Commands of which a bus has not said yet whether it took them.',
    ofBuses(({ waiting }) => waiting),
    ['bus'],
  ),
  twinhaus_bus_queue: gauge(
    'Commands, answers and questions that wait for their turn on a bus.',
    ofBuses(({ queued }) => queued),
    ['bus'],
  ),
  twinhaus_bus_dropped_total: counter(
    'What waited for its turn on a bus and was given up, by the reason.',
    ({ buses }) =>
      buses.flatMap(({ name, dropped }) =>
        Object.entries(dropped).map(([reason, value]) => ({ labels: { bus: name, reason }, value })),
      ),
    ['bus', 'reason'],
  ),
  twinhaus_bus_lost_total: counter(
    'Telegrams that KNX routers say they have lost; 0 where nobody says it.',
    ofBuses(({ lostByOthers }) => lostByOthers),
    ['bus'],
  ),
  twinhaus_bus_command_seconds_total: counter(
    'Time that all commands to a bus together took until that was known.',
    ofBuses(({ seconds }) => seconds),
    ['bus'],
  ),
  twinhaus_mqtt_up: gauge(
    'Whether the broker that the house is shown on is connected: 1 or 0.',
    ofBroker(({ isUp }) => (isUp ? 1 : 0)),
  ),
  twinhaus_mqtt_connections_total: counter(
    'How often that broker was reached.',
    ofBroker(({ connections }) => connections),
  ),
  twinhaus_mqtt_messages_total: counter(
    'Values and announcements that were sent to it.',
    ofBroker(({ sent }) => sent),
  ),
  twinhaus_mqtt_queue: gauge(
    'Topics that wait for the network to it.',
    ofBroker(({ waiting }) => waiting),
  ),
  twinhaus_mqtt_commands_total: counter(
    'Commands that came over it, by what became of them.',
    ({ broker }) => (broker === null ? [] : each('outcome', { ...broker.commands })),
    ['outcome'],
  ),
  twinhaus_components: gauge('Components of the house.', ({ components }) => one(components)),
  twinhaus_components_unreachable: gauge('Components that do not answer.', ({ unreachable }) => one(unreachable)),
  twinhaus_entries_total: counter('Values that came about; its rate is the entries per second.', ({ journal }) =>
    one(journal.lines.entry ?? 0),
  ),
  twinhaus_automation_runs_total: counter(
    'Runs of automations that have ended, or were `missed`, by result.',
    ({ journal }) => each('result', journal.runs),
    ['result'],
  ),
  twinhaus_clock_ahead_seconds: gauge(
    'How far the time of the house is ahead of the clock of the machine; negative while a leap of that clock is not believed yet.',
    ({ clockAhead }) => one(clockAhead),
  ),
  twinhaus_clock_speed: gauge('Virtual seconds per real second.', ({ speed }) => one(speed)),
};

/** Every metric, in the order in which it is served. */
export const METRICS: readonly MetricRow[] = Object.entries(ROWS).map(([name, row]) => ({ labels: [], ...row, name }));
