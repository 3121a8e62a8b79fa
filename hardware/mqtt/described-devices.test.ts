import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { pause } from '../../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../../property-tests/mosquitto.ts';
import { type Cid, kindOf, type Link, type Report, SystemClock, type WriteOutcome } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { mqtt } from './index.ts';

const point = (cid: Cid, type: string, property: string, address: MqttAddress): BusPoint<MqttAddress> => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind);
  return { cid, property, kind, address };
};

const POINTS = [
  point('C1', 'switch', 'state', { homeassistant: 'switch/a' }),
  point('C2', 'switch', 'state', { homeassistant: 'device/b', component: 'relay' }),
  point('C3', 'dimmer', 'brightness', { zigbee2mqtt: 'lamp' }),
  point('C3', 'dimmer', 'state', { zigbee2mqtt: 'lamp' }),
];
const A = { stat_t: 'a', cmd_t: 'a/set' };
const B = { cmps: { relay: { p: 'switch', stat_t: 'b', cmd_t: 'b/set', uniq_id: 'b' } } };
const BRIDGE = [
  {
    friendly_name: 'lamp',
    definition: {
      exposes: [
        {
          type: 'light',
          features: [
            { type: 'binary', property: 'state', access: 7, value_on: 'an', value_off: 'aus' },
            { type: 'numeric', property: 'brightness', access: 1, value_min: 0, value_max: 1000 },
          ],
        },
      ],
    },
  },
];

describe('devices that are described on their broker', { skip: noMosquitto }, () => {
  let broker: Mosquitto;
  before(async () => {
    broker = await Mosquitto.start();
  });
  after(() => broker.end());

  const open = async (context: TestContext) => {
    const peer: MqttClient = await connectAsync(broker.url, { reconnectPeriod: 100 });
    const said: string[] = [];
    const reports: Report[] = [];
    const links: Link[] = [];
    const backend = mqtt.open({
      name: 'broker',
      settings: { url: broker.url },
      points: POINTS,
      clock: new SystemClock(),
      secret: () => '',
      say: (line) => said.push(line),
    });
    backend.reports.subscribe((report) => reports.push(report));
    backend.link.subscribe((link) => links.push(link));
    context.after(async () => {
      await backend.close();
      await peer.endAsync(true);
    });
    const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
      for (let tries = 0; !(await holds()); tries += 1) {
        assert.ok(tries < 2_000, `${what}: ${JSON.stringify({ said, reports, links })}`);
        await pause(20);
      }
    };
    const last = (cid: Cid, property = 'state') =>
      reports.findLast((each) => each.cid === cid && each.property === property)?.content;
    const isUp = (cid: Cid | null) => links.findLast((link) => link.cid === cid)?.up;
    const write = (cid: Cid, content: number, property = 'state') =>
      new Promise<WriteOutcome>((resolve) =>
        backend.write({ cid, property }, content, { by: 'device' }).subscribe(resolve),
      );
    const keep = (topic: string, payload: unknown) =>
      peer.publishAsync(topic, payload === '' ? '' : JSON.stringify(payload), { retain: true, qos: 1 });
    return { peer, said, until, last, isUp, write, keep };
  };

  test('are known from when they are announced, and gone when that is withdrawn', async (context) => {
    const { until, last, isUp, write, keep, peer, said } = await open(context);
    await until('it is up', () => isUp(null) === true);
    const early = await write('C1', 1);
    assert.ok(!early.ok && /not announced/.test(early.reason), JSON.stringify(early));
    await keep('a', 'x');
    await peer.publishAsync('a', 'ON', { retain: true, qos: 1 });
    await keep('homeassistant/switch/a/config', A);
    await until('what its topic has kept is told', () => last('C1') === 1);
    assert.deepEqual(await write('C1', 0), { ok: true });
    await keep('homeassistant/switch/a/config', '');
    await until('it is gone', () => isUp('C1') === false);
    assert.equal((await write('C1', 0)).ok, false);
    assert.ok(said.some((line) => line.startsWith('C1 state: not understood')));
    await keep('homeassistant/switch/a/config', { ...A, stat_t: 'a2' });
    await until('it is back', () => isUp('C1') === true);
    await peer.publishAsync('a2', 'OFF', { qos: 1 });
    await until('on its new topic', () => last('C1') === 0);
    await keep('homeassistant/switch/a/config', '');
  });

  test('are gone when they were withdrawn while nobody was connected', async (context) => {
    const { until, isUp, keep, write } = await open(context);
    await keep('homeassistant/switch/a/config', A);
    await keep('homeassistant/device/b/config', B);
    await until('both are there', async () => (await write('C1', 1)).ok && (await write('C2', 1)).ok);
    // The broker forgets; only one of the two is announced again.
    await broker.kill();
    await until('it is lost', () => isUp(null) === false);
    await broker.start();
    await keep('homeassistant/device/b/config', B);
    await until('one of them is gone', () => isUp('C1') === false);
    assert.notEqual(isUp('C2'), false, 'the other one is there');
    assert.equal((await write('C1', 1)).ok, false);
    assert.deepEqual(await write('C2', 1), { ok: true });
    await keep('homeassistant/device/b/config', '');
  });

  test('speak the words that Zigbee2MQTT says they do', async (context) => {
    const { until, last, write, peer, keep } = await open(context);
    await peer.publishAsync('zigbee2mqtt/lamp', '{"state":"an","brightness":500}', { retain: true, qos: 1 });
    await keep('zigbee2mqtt/bridge/devices', BRIDGE);
    await until('it is understood', () => last('C3') === 1 && last('C3', 'brightness') === 100);
    const refused = await write('C3', 100, 'brightness');
    assert.ok(!refused.ok && /no command topic/.test(refused.reason), 'what cannot be set is not');
    await peer.subscribeAsync('zigbee2mqtt/lamp/set');
    const heard = new Promise<string>((resolve) => peer.once('message', (_, payload) => resolve(payload.toString())));
    await write('C3', 0);
    assert.equal(await heard, '{"state":"aus"}');
    await keep('zigbee2mqtt/bridge/devices', '');
    await peer.publishAsync('zigbee2mqtt/lamp', '', { retain: true, qos: 1 });
  });
});
