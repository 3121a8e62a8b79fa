import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectAsync } from 'mqtt';
import { until } from '../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';
import { ReloadedController } from '../property-tests/reloaded-controller.ts';

const house = (broker: string, points: string) => `name: Hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
mqtt: { url: "${broker}", user: owner }
buses: { broker: { type: mqtt, url: "${broker}" } }
components:
  - { cid: C1, type: dimmer, name: Lamp, bus: broker, points: { ${points} } }
`;
const STATE = 'state: { zigbee2mqtt: lamp }';
const BRIGHTNESS = 'brightness: { zigbee2mqtt: lamp }';

test('a property is shown on a broker as long as the configuration has a point for it', {
  skip: noMosquitto,
}, async (context) => {
  const broker = await Mosquitto.start();
  context.after(() => broker.end());
  const client = await connectAsync(broker.url);
  context.after(() => client.endAsync(true));
  const topics = new Map<string, string>();
  client.on('message', (topic, payload) => topics.set(topic, payload.toString()));
  await client.subscribeAsync(['homeassistant/#', 'twinhaus/#']);
  await client.publishAsync('zigbee2mqtt/lamp', '{"state":"ON","brightness":127}', { retain: true, qos: 1 });
  const running = await ReloadedController.start(house(broker.url, STATE));
  context.after(() => running.end());
  const announced = () => JSON.parse(topics.get('homeassistant/device/hall_C1/config') || '{}').cmps?.main;

  await until(() => topics.get('twinhaus/hall/C1/state') === 'true', 'its state is shown', 30_000);
  assert.equal(announced().bri_cmd_t, undefined);
  assert.equal(topics.has('twinhaus/hall/C1/brightness'), false);

  await running.reload(house(broker.url, `${STATE}, ${BRIGHTNESS}`));
  await until(() => announced().bri_cmd_t === 'twinhaus/hall/C1/brightness/set', 'it is announced', 30_000);
  await until(() => topics.get('twinhaus/hall/C1/brightness') === '50', 'its brightness is shown', 30_000);

  await running.reload(house(broker.url, STATE));
  await until(() => topics.get('twinhaus/hall/C1/brightness') === '', 'it is taken away', 30_000);
  await until(() => announced().bri_cmd_t === undefined, 'it is announced without', 30_000);
});
