import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { filter, firstValueFrom, timeout } from 'rxjs';
import { type Broker, brokersRun, noBroker, startBroker } from '../../property-tests/peers/broker.ts';
import { type Content, kindOf, type Report, SystemClock, type WriteOutcome } from '../../twin/index.ts';
import { BACKEND_LAWS } from '../backend-contract.ts';
import type { BusPoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { mqtt } from './index.ts';
import { MqttBackend } from './mqtt-backend.ts';
import type { MqttSettings } from './settings.ts';

const clock = new SystemClock();
const WAIT_MS = 15_000;

const point = (cid: string, type: string, property: string, address: MqttAddress): BusPoint<MqttAddress> => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  return { cid: cid as `C${number}`, property, kind, address };
};

const LAMP: readonly BusPoint<MqttAddress>[] = [
  point('C1', 'dimmer', 'state', { zigbee2mqtt: 'lamp' }),
  point('C1', 'dimmer', 'brightness', { zigbee2mqtt: 'lamp' }),
  point('C2', 'temperature-sensor', 'temperature', { topic: 'weather', path: 'outside.list[1]' }),
];

describe(`an MQTT broker ${brokersRun}`, { skip: noBroker }, () => {
  let broker: Broker;
  let peer: MqttClient;
  before(async () => {
    broker = await startBroker();
    peer = await connectAsync(broker.url);
    // A lamp as Zigbee2MQTT shows it: it reports what it was told.
    await peer.subscribeAsync('zigbee2mqtt/lamp/set');
    const lamp: Record<string, unknown> = {};
    peer.on('message', (topic, payload) => {
      if (topic !== 'zigbee2mqtt/lamp/set') return;
      Object.assign(lamp, JSON.parse(payload.toString()));
      peer.publish('zigbee2mqtt/lamp', JSON.stringify(lamp));
    });
  });
  after(async () => {
    await peer.endAsync(true);
    await broker.end();
  });

  const open = (context: TestContext | undefined, points = LAMP, settings: Partial<MqttSettings> = {}) => {
    const said: string[] = [];
    const backend = new MqttBackend({
      name: 'broker',
      settings: { url: broker.url, ...settings },
      points,
      clock,
      secret: () => 'secret',
      say: (line) => said.push(line),
    });
    context?.after(() => backend.close());
    const reports: Report[] = [];
    backend.reports.subscribe((report) => reports.push(report));
    return { backend, reports, said };
  };

  const up = (backend: MqttBackend, cid: string | null = null, is = true) =>
    firstValueFrom(
      backend.link.pipe(
        filter((link) => link.cid === cid && link.up === is),
        timeout(WAIT_MS),
      ),
    );

  const next = (backend: MqttBackend, property: string) =>
    firstValueFrom(
      backend.reports.pipe(
        filter((report) => report.property === property),
        timeout(WAIT_MS),
      ),
    );

  const write = (backend: MqttBackend, property: string, content: Content): Promise<WriteOutcome> =>
    firstValueFrom(backend.write({ cid: 'C1', property }, content));

  describe('obeys the laws of every backend', () => {
    for (const { title, holds } of BACKEND_LAWS) {
      test(title, async (context) => {
        const { backend } = open(context);
        await up(backend);
        // One message there and back: whatever was sent before has arrived.
        const settle = async () => {
          const [client] = [await connectAsync(broker.url)];
          await client.subscribeAsync('settled');
          const back = new Promise((resolve) => client.once('message', resolve));
          await client.publishAsync('settled', '1', { qos: 1 });
          await back;
          await client.endAsync(true);
          await new Promise((resolve) => setTimeout(resolve, 60));
        };
        await holds({
          backend,
          point: { cid: 'C1', property: 'state' },
          contents: [0, 1],
          readOnly: { cid: 'C2', property: 'temperature' },
          impossible: 2,
          settle,
        });
      });
    }
  });

  test('says what devices said before it came, if the broker kept it', async (context) => {
    await peer.publishAsync('weather', '{"outside":{"list":[1,-7.26]}}', { retain: true, qos: 1 });
    const { backend } = open(context);

    assert.deepEqual(await next(backend, 'temperature'), { cid: 'C2', property: 'temperature', content: -73 });
    await peer.publishAsync('weather', '', { retain: true, qos: 1 });
  });

  test('says nothing for what is no value, and complains once', async (context) => {
    const { backend, reports, said } = open(context);
    await up(backend);
    for (const payload of [
      '',
      'warm',
      '{"outside":{"list":[1,"NaN"]}}',
      '{"outside":{"list":[1,9e99]}}',
      '{"__proto__":1}',
      '[]',
      'null',
    ]) {
      await peer.publishAsync('weather', payload, { qos: 1 });
    }
    const heard = next(backend, 'temperature');
    await peer.publishAsync('weather', '{"outside":{"list":[1,3]}}', { qos: 1 });
    await heard;

    assert.deepEqual(
      reports.map(({ content }) => content),
      [30],
    );
    assert.equal(said.filter((line) => line.includes('nothing that it can be')).length, 1);
  });

  test('knows of a device that is not there while the broker is', async (context) => {
    const { backend } = open(context);
    await up(backend);
    await peer.publishAsync('zigbee2mqtt/lamp/availability', '{"state":"offline"}', { qos: 1 });
    await up(backend, 'C1', false);
    await peer.publishAsync('zigbee2mqtt/lamp/availability', 'online', { qos: 1 });
    await up(backend, 'C1', true);
  });

  test('loses a broker that dies, refuses what cannot be sent now, and comes back by itself', async (context) => {
    const own = await startBroker();
    context.after(() => own.end());
    const { backend } = open(context, LAMP, { url: own.url });
    await up(backend);
    await own.kill();
    await up(backend, null, false);

    const outcome = await write(backend, 'state', 1);
    assert.deepEqual(outcome, { ok: false, reason: 'broker is not connected to its broker' });
    await own.start();
    await up(backend);
    const device = await connectAsync(own.url);
    context.after(() => device.endAsync(true));
    await device.subscribeAsync('#');
    const heard = new Promise<string>((resolve) =>
      device.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
    );
    assert.deepEqual(await write(backend, 'brightness', 100), { ok: true });
    // What was refused while it was away is not sent late.
    assert.equal(await heard, 'zigbee2mqtt/lamp/set {"brightness":127}');
  });

  test('notices within seconds that a broker stands still', async (context) => {
    const own = await startBroker();
    context.after(() => own.end());
    const { backend } = open(context, LAMP, { url: own.url, keepalive: 2 });
    await up(backend);
    await own.freeze();
    await up(backend, null, false);
  });

  test('says by itself whether it is there, and the broker says so when it is not', async (context) => {
    const heard: string[] = [];
    const watcher = await connectAsync(broker.url);
    context.after(() => watcher.endAsync(true));
    await watcher.subscribeAsync('house/status');
    const offline = new Promise<void>((resolve) => {
      watcher.on('message', (_, payload) => {
        heard.push(payload.toString());
        if (heard.length === 2) resolve();
      });
    });
    const { backend } = open(undefined, LAMP, { status: 'house/status' });
    await up(backend);
    await backend.close();
    await offline;

    assert.deepEqual(heard, ['online', 'offline']);
  });

  test('is refused with what would be right where its configuration cannot be', () => {
    const faults = mqtt.check?.({ url: broker.url, ca: '/nowhere/ca.pem' }, [
      point('C1', 'dimmer', 'brightness', { tasmota: 'lamp' }),
      point('C2', 'wallbox', 'current', { tasmota: 'box' }),
      point('C3', 'temperature-sensor', 'temperature', { topic: 't', scale: 0 }),
      point('C3', 'temperature-sensor', 'temperature', { topic: 't', command: { topic: 's' } }),
      point('C4', 'switch', 'state', { topic: 't', command: { topic: 's', json: {} } }),
    ]);

    assert.deepEqual(
      faults?.map(({ point: at, path }) => [at, path.join('.')]),
      [
        [undefined, 'ca'],
        [1, ''],
        [2, 'scale'],
        [3, 'command'],
        [4, 'command.json'],
      ],
    );
  });
});
