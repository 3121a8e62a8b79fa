import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectAsync } from 'mqtt';
import { startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';

const houseOn = (broker: string): string => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
buses: { broker: { type: mqtt, url: "${broker}" } }
rooms: [{ id: 1, name: Hall }]
components:
  - { cid: C1, type: switch, name: Fan, rooms: [1], bus: broker, points: { state: { topic: fan/state, command: { topic: fan/set } } } }
  - { cid: C2, type: switch, name: Lamp, rooms: [1], bus: broker, points: { state: { zigbee2mqtt: lamp } } }
automations:
  - { id: 1, name: On, triggers: [{ when: start }], actions: [{ do: set, cid: C1, property: state, value: true }, { do: set, cid: C2, property: state, value: true }] }
`;

const feature = { type: 'binary', name: 'state', property: 'state', access: 7, value_on: 'ON', value_off: 'OFF' };
const DEVICES = JSON.stringify([
  {
    ...{ ieee_address: '0x01', type: 'Router', friendly_name: 'lamp', supported: true },
    definition: { model: 'L1', vendor: 'V', description: 'A lamp', exposes: [{ type: 'light', features: [feature] }] },
  },
]);

test('what a start sends reaches devices of which the broker tells only after it was reached', {
  skip: noMosquitto,
}, async (context) => {
  const broker = await Mosquitto.start();
  const folder = temporaryFolder();
  const client = await connectAsync(broker.url);
  const told: string[] = [];
  client.on('message', (topic, payload) => told.push(`${topic} ${payload.toString()}`));
  await client.subscribeAsync(['fan/set', 'zigbee2mqtt/lamp/set']);
  await client.publishAsync('zigbee2mqtt/bridge/devices', DEVICES, { retain: true });
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, houseOn(broker.url));
  const running = await startServe(file);
  context.after(async () => {
    await running.stop();
    await client.endAsync(true);
    await broker.end();
    folder.remove();
  });

  await until(() => told.length >= 2, 'both are switched on');
  assert.deepEqual(told.toSorted(), ['fan/set ON', 'zigbee2mqtt/lamp/set {"state":"ON"}']);
});
