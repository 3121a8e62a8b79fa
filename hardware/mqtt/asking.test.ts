import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { pause } from '../../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../../property-tests/mosquitto.ts';
import { type Cid, kindOf, type Link, type Report, SystemClock } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { mqtt } from './index.ts';

const point = (cid: Cid, type: string, property: string, address: MqttAddress): BusPoint<MqttAddress> => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  return { cid, property, kind, address };
};

const POINTS = [
  point('C1', 'dimmer', 'state', { topic: 'own', command: { topic: 'own/set' } }),
  point('C2', 'thermostat', 'setpoint', { zigbee2mqtt: 'valve' }),
  point('C3', 'dimmer', 'state', { zigbee2mqtt: 'lamp' }),
  point('C3', 'dimmer', 'brightness', { zigbee2mqtt: 'lamp' }),
  point('C4', 'dimmer', 'state', { tasmota: 'pump' }),
  point('C4', 'dimmer', 'brightness', { tasmota: 'pump' }),
  point('C5', 'socket', 'power', { tasmota: 'plug' }),
  point('C6', 'switch', 'state', { shelly: 'plus1', channel: 1 }),
];
const BRIDGE = [
  {
    friendly_name: 'valve',
    power_source: 'Battery',
    definition: { exposes: [{ type: 'numeric', property: 'occupied_heating_setpoint', access: 7 }] },
  },
  {
    friendly_name: 'lamp',
    power_source: 'Mains (single phase)',
    definition: {
      exposes: [
        { type: 'binary', property: 'state', access: 7, value_on: 'ON', value_off: 'OFF' },
        { type: 'numeric', property: 'brightness', access: 7, value_max: 254 },
      ],
    },
  },
];
const ASKED = [
  'cmnd/plug/TelePeriod ',
  'cmnd/pump/Power ',
  'cmnd/pump/State ',
  'plus1/command status_update',
  'zigbee2mqtt/lamp/get {"state":"","brightness":""}',
];

describe('devices that say nothing unless they are asked', { skip: noMosquitto }, () => {
  let broker: Mosquitto;
  before(async () => {
    broker = await Mosquitto.start();
  });
  after(() => broker.end());

  const open = async (context: TestContext) => {
    const peer: MqttClient = await connectAsync(broker.url);
    const device = { brightness: 127, power: 5, isDeaf: false };
    const heard: string[] = [];
    peer.on('message', (topic, payload) => {
      heard.push(`${topic} ${payload}`);
      const { brightness, power, isDeaf } = device;
      const answers: { readonly [question: string]: readonly (readonly [topic: string, says: unknown])[] } = {
        'zigbee2mqtt/lamp/get {"state":"","brightness":""}': [['zigbee2mqtt/lamp', { state: 'ON', brightness }]],
        'cmnd/pump/Power ': [['stat/pump/POWER', 'ON']],
        'cmnd/pump/State ': [['stat/pump/RESULT', { POWER: 'ON', Dimmer: 40 }]],
        'cmnd/plug/TelePeriod ': [
          ['tele/plug/STATE', { POWER: 'ON' }],
          ['tele/plug/SENSOR', { ENERGY: { Power: power } }],
        ],
        'plus1/command status_update': [
          ['plus1/status/switch:0', { id: 0, output: false }],
          ['plus1/status/switch:1', { id: 1, output: true }],
        ],
      };
      if (isDeaf) return;
      for (const [on, says] of answers[`${topic} ${payload}`] ?? []) {
        peer.publish(on, typeof says === 'string' ? says : JSON.stringify(says));
      }
    });
    await peer.subscribeAsync(['+/+/get', '+/+/set', 'cmnd/#', '+/command', '+/rpc', 'own/#', 'marker']);
    await peer.publishAsync('zigbee2mqtt/bridge/devices', JSON.stringify(BRIDGE), { retain: true, qos: 1 });
    const said: string[] = [];
    const reports: Report[] = [];
    const links: Link[] = [];
    const start = () => {
      const backend = mqtt.open({
        name: 'broker',
        settings: { url: broker.url, clientId: 'controller' },
        points: POINTS,
        clock: new SystemClock(),
        secret: () => '',
        say: (line) => said.push(line),
      });
      backend.reports.subscribe((report) => reports.push(report));
      backend.link.subscribe((link) => links.push(link));
      context.after(() => backend.close());
    };
    context.after(() => peer.endAsync(true));
    const until = async (what: string, holds: () => boolean): Promise<void> => {
      for (let tries = 0; !holds(); tries += 1) {
        assert.ok(tries < 1_500, `${what}: ${JSON.stringify({ said, reports, links, heard })}`);
        await pause(20);
      }
    };
    const last = (cid: Cid, property = 'state') =>
      reports.findLast((each) => each.cid === cid && each.property === property)?.content;
    const isUp = (cid: Cid | null) => links.findLast((link) => link.cid === cid)?.up;
    return { peer, device, heard, reports, links, start, until, last, isUp };
  };

  test('are asked once after a connection, and nobody else is', async (context) => {
    const { peer, heard, start, until, last } = await open(context);
    start();
    await until('the lamp answers', () => last('C3') === 1 && last('C3', 'brightness') === 100);
    await until('Tasmota answers', () => last('C4') === 1 && last('C4', 'brightness') === 80);
    await until('its sensors do', () => last('C5', 'power') === 50);
    await until('Shelly answers', () => last('C6') === 1);
    assert.deepEqual(heard.toSorted(), ASKED);
    // Whoever comes later finds none of the questions kept.
    const late = await connectAsync(broker.url);
    context.after(() => late.endAsync(true));
    const kept: string[] = [];
    late.on('message', (topic) => kept.push(topic));
    await late.subscribeAsync('#');
    await peer.publishAsync('marker', 'x', { qos: 1 });
    await until('the marker comes', () => kept.includes('marker'));
    assert.deepEqual(kept, ['zigbee2mqtt/bridge/devices', 'marker']);
  });

  test('are asked again when the connection comes back', async (context) => {
    const { device, start, until, last, isUp } = await open(context);
    start();
    await until('everybody has answered', () => last('C6') === 1 && last('C3', 'brightness') === 100);
    Object.assign(device, { brightness: 254, power: 7 });
    // Of two clients with one name a broker keeps the newer.
    const intruder = await connectAsync(broker.url, { clientId: 'controller', reconnectPeriod: 0 });
    context.after(() => intruder.endAsync(true));
    await until('it is lost', () => isUp(null) === false);
    await until(
      'what changed meanwhile is known',
      () => last('C3', 'brightness') === 200 && last('C5', 'power') === 70,
    );
  });

  test('are asked when they say that they are there again', async (context) => {
    const { peer, device, start, until, last, isUp } = await open(context);
    device.isDeaf = true;
    await peer.publishAsync('tele/plug/LWT', 'Offline', { retain: true, qos: 1 });
    start();
    await until('it is away', () => isUp('C5') === false);
    device.isDeaf = false;
    await peer.publishAsync('tele/plug/LWT', 'Online', { retain: true, qos: 1 });
    await until('it is asked', () => last('C5', 'power') === 50);
  });
});
