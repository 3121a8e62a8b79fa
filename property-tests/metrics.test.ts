import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { LIMITS } from '../api/limits.ts';
import { LABELS } from '../api/metrics/labels.ts';
import { METRICS } from '../api/metrics/metric-table.ts';
import type { AssembleOptions } from '../controller/assemble.ts';
import { ROOT, temporaryFolder } from './fixtures.ts';
import { as, call, credentials, send } from './http-client.ts';
import { type ReadMetric, readPrometheusText } from './prometheus-text.ts';
import { type RemoteHouse, remoteHouse } from './remote-house.ts';
import { byPassword, request } from './small-house.ts';
import { ready } from './socket-client.ts';

const open = async (context: TestContext, options: Partial<AssembleOptions> = {}): Promise<RemoteHouse> => {
  const house = await remoteHouse(options);
  context.after(() => house.close());
  return house;
};

const scrape = async ({ local }: RemoteHouse): Promise<ReadonlyMap<string, ReadMetric>> => {
  const { status, headers, text } = await send(`${local}/metrics`);
  assert.equal(status, 200, text);
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  return readPrometheusText(text);
};

/** The value of the one sample with these labels; 0 if nobody has counted yet. */
const readingOf = (
  metrics: ReadonlyMap<string, ReadMetric>,
  name: string,
  labels: Record<string, string> = {},
): number => {
  const metric = metrics.get(name) ?? metrics.get(name.replace(/_(?:bucket|sum|count)$/, ''));
  assert.ok(metric, name);
  const found = metric.samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  assert.ok(found.length <= 1, `${name} ${JSON.stringify(labels)} is one`);
  return found[0]?.value ?? 0;
};

test('each metric is served as its table says, and as a scraper reads it', async (context) => {
  const house = await open(context);
  await house.admin('getVersion');
  const metrics = await scrape(house);

  assert.deepEqual(
    [...metrics.keys()],
    METRICS.map(({ name }) => name),
  );
  for (const { name, type, help, labels } of METRICS) {
    const metric = metrics.get(name);
    assert.deepEqual([metric?.type, metric?.help], [type, help]);
    for (const sample of metric?.samples ?? []) {
      const { le: _, ...others } = sample.labels;
      assert.deepEqual(Object.keys(others).sort(), [...labels].sort(), name);
    }
  }
});

test('the guide names every metric that there is, and no other', async () => {
  const guide = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) \| (.*?) \|$/gm)].map(
    ([, name, type, labels, means]) => ({
      ...{ name, type, means },
      labels: [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label),
    }),
  );

  assert.deepEqual(
    rows,
    METRICS.map(({ name, type, help, labels }) => ({ name, type, means: help, labels: [...labels] })),
  );
});

test('so many calls with an outcome are counted so many times, over each path', async (context) => {
  const house = await open(context);
  const socket = await ready(house.local, 'resident');
  context.after(() => socket.close());
  const before = await scrape(house);
  for (let time = 0; time < 7; time += 1) await call(house.local, 'getVersion', {}, { headers: as('resident') });
  for (let time = 0; time < 3; time += 1) await call(house.local, 'getUsers', {}, { headers: as('resident') });
  for (let time = 0; time < 2; time += 1) await call(house.local, 'getVersion', {}, { headers: credentials('x', 'y') });
  for (let time = 0; time < 4; time += 1) await socket.ask('getRooms', {});
  for (const name of ['noSuchCall', 'norThis', '__proto__']) await call(house.local, name, {});
  const after = await scrape(house);

  const grown = (name: string, labels: Record<string, string>) =>
    readingOf(after, name, labels) - readingOf(before, name, labels);
  const calls = (path: string, name: string, outcome: string) =>
    grown('twinhaus_calls_total', { path, call: name, outcome });
  assert.equal(calls('http', 'getVersion', 'ok'), 7);
  assert.equal(calls('http', 'getUsers', '117'), 3);
  assert.equal(calls('http', 'getVersion', '110'), 2);
  assert.equal(calls('socket', 'getRooms', 'ok'), 4);
  assert.equal(calls('http', 'unknown', '116'), 3);
  assert.equal(grown('twinhaus_call_duration_seconds_count', { path: 'http' }), 15);
  assert.equal(grown('twinhaus_call_duration_seconds_count', { path: 'socket' }), 4);
  assert.ok(grown('twinhaus_call_duration_seconds_sum', { path: 'http' }) > 0);
});

test('the figures of the house follow what happens in it', async (context) => {
  const folder = temporaryFolder();
  const house = await open(context, { data: folder.path });
  context.after(folder.remove);
  const { control } = house.controller;
  const socket = await ready(house.local, 'resident');
  context.after(() => socket.close());
  const before = await scrape(house);
  await house.admin('addRemoteToken', { name: 'tunnel' });
  const entriesBefore = house.controller.life.journal.counts.lines.entry ?? 0;
  for (let time = 0; time < 6; time += 1) control.press({ cid: 'C1', property: 'state', content: (time + 1) % 2 });
  const automation = { name: 'Light', triggers: [{ when: 'change', cid: 'C1', property: 'state' }], actions: [] };
  await house.admin('addAutomation', {
    ...automation,
    actions: [{ do: 'set', cid: 'C2', property: 'brightness', value: 10 }],
  });
  control.press({ cid: 'C1', property: 'state', content: 1 });
  await control.clock({ speed: 3 });
  for (let time = 0; time < 6; time += 1)
    await call(house.local, 'auth', {}, { headers: credentials('nobody', 'wrong') });
  const after = await scrape(house);
  const grown = (name: string, labels: Record<string, string> = {}) =>
    readingOf(after, name, labels) - readingOf(before, name, labels);

  assert.equal(readingOf(after, 'twinhaus_components'), 5);
  assert.equal(readingOf(after, 'twinhaus_components_unreachable'), 0);
  assert.equal(readingOf(after, 'twinhaus_sockets'), 1);
  assert.equal(readingOf(after, 'twinhaus_clock_speed'), 3);
  assert.equal(readingOf(after, 'twinhaus_locked_out', { by: 'user name' }), 1);
  assert.equal(readingOf(after, 'twinhaus_locked_out', { by: 'address' }), 1);
  assert.ok(grown('twinhaus_entries_total') >= 7);
  assert.ok(entriesBefore > 0 && grown('twinhaus_journal_lines_total', { kind: 'report' }) >= 7);
  assert.equal(grown('twinhaus_journal_lines_total', { kind: 'configuration' }), 2);
  assert.ok(grown('twinhaus_journal_writes_total') > 0 && grown('twinhaus_journal_write_seconds_total') > 0);
  assert.ok(
    grown('twinhaus_store_writes_total', { outcome: 'ok' }) > 0 && grown('twinhaus_store_write_seconds_total') > 0,
  );
  assert.equal(grown('twinhaus_automation_runs_total', { result: 'done' }), 1);
  assert.ok(grown('twinhaus_event_batches_total') > 0 && grown('twinhaus_event_entries_total') >= 7);
  assert.ok(readingOf(after, 'process_resident_memory_bytes') > 1e7 && readingOf(after, 'twinhaus_uptime_seconds') > 0);
});

test('what does not fit into a queue is counted, queue by queue', async (context) => {
  const folder = temporaryFolder();
  const house = await open(context, { data: folder.path });
  context.after(folder.remove);
  const dropped = async (queue: string) => readingOf(await scrape(house), 'twinhaus_queue_dropped_total', { queue });
  const before = await scrape(house);
  assert.deepEqual(
    before
      .get('twinhaus_queue_dropped_total')
      ?.samples.map(({ labels, value }) => [labels.queue, value])
      .toSorted(),
    LABELS.queue?.values?.map((queue) => [queue, 0]),
  );
  const question = request('getComponentHistory', { cid: 'C1', property: 'state' });
  const ask = () =>
    house.controller.life.gate.handle({ ...question, credentials: byPassword('admin', 'sandbox-admin') });
  assert.equal((await ask()).ok, true);
  const asked = await Promise.all(Array.from({ length: LIMITS.historiesWaiting.value + 3 }, ask));

  assert.equal(asked.filter(({ ok }) => !ok).length, 3);
  assert.equal(await dropped('histories'), 3);
  assert.equal(await dropped('calls'), 0);
});

test('nothing in it names a person or a device', async (context) => {
  const house = await open(context);
  await house.admin('setUser', { id: 2, username: 'Resi Dent' });
  await call(house.local, 'auth', {}, { headers: credentials('some-body', 'some-password') });
  const { text } = await send(`${house.local}/metrics`);

  for (const { name } of house.controller.life.twin.components.values()) assert.ok(!text.includes(name), name);
  for (const word of ['Resi Dent', 'admin', 'guest', 'some-body', 'One room', '127.0.0.1', 'C1'])
    assert.ok(!text.includes(word), word);
});

test('it is there on the local network only, by names that no other site can have, as long as the skill is on', async (context) => {
  const house = await open(context);
  const { token } = (await house.admin('addRemoteToken', { name: 'tunnel' })).as<{ token: string }>();

  for (const path of ['/metrics', '/health/live', '/health/ready']) {
    const status = async (base: string, headers: Record<string, string> = {}, method = 'GET', from?: string) =>
      (await send(`${base}${path}`, { headers, method, ...(from !== undefined && { from }) })).status;
    const far = house.from('203.0.113.9');
    assert.equal(await status(house.local), 200);
    assert.equal(await status(house.local, {}, 'HEAD'), 200);
    assert.equal(await status(house.local, {}, 'POST'), 405);
    assert.equal(await status(house.local, { host: 'rebound.example' }), 403);
    assert.equal(await status(house.remote), 401);
    assert.equal(await status(house.remote, { 'x-remote-token': token }), 404);
    assert.equal(await status(house.local, { 'x-remote-token': token }, 'GET', far), 404);
  }
  await house.admin('setSkill', { id: 'metrics', enabled: false });
  assert.equal((await send(`${house.local}/metrics`)).status, 404);
  assert.equal((await send(`${house.local}/health/live`)).status, 200);
});

test('while the skill is off, no call is counted', async (context) => {
  const house = await open(context);
  const versions = async () =>
    readingOf(await scrape(house), 'twinhaus_calls_total', { path: 'http', call: 'getVersion' });
  await house.admin('getVersion');
  assert.equal(await versions(), 1);

  await house.admin('setSkill', { id: 'metrics', enabled: false });
  for (let time = 0; time < 5; time += 1) await house.admin('getVersion');
  await house.admin('setSkill', { id: 'metrics', enabled: true });

  assert.equal(await versions(), 1);
});

test('the controller is ready when its devices have reported and what happens can be kept', async (context) => {
  const folder = temporaryFolder();
  const house = await open(context, { data: folder.path });
  context.after(folder.remove);
  const ask = async () => {
    const { status, body } = await send(`${house.local}/health/ready`);
    return [status, body];
  };

  assert.deepEqual(await ask(), [200, { ready: true, devices: true, journal: true, store: true }]);
  const { journal, twin } = house.controller.life;
  const commit = journal.commit.bind(journal);
  journal.commit = () => {
    throw new Error('full');
  };
  assert.deepEqual(await ask(), [503, { ready: false, devices: true, journal: false, store: true }]);
  journal.commit = commit;
  const silent = { ...twin.components.get('C1'), entries: [], entry: () => undefined } as never;
  (twin.components as Map<string, never>).set('C9', silent);
  assert.deepEqual(await ask(), [503, { ready: false, devices: false, journal: true, store: true }]);
  (twin.components as Map<string, never>).delete('C9');
  assert.equal((await ask())[0], 200);
});
