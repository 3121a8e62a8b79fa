import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { pause } from '../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';
import type { Cause } from '../twin/index.ts';
import { assemble, type Controller } from './assemble.ts';
import { logTo } from './log.ts';
import type { Scenario } from './scenario/scenario.ts';
import { load } from './scenario-folders.ts';

const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };

const scenario = (name: string): Scenario => ({
  name: 'controller',
  seed: 1,
  house: {
    name,
    timeZone: 'UTC',
    place: { latitude: 50, longitude: 10 },
    components: [
      { cid: 'C1', type: 'dimmer', category: 'lighting', name: 'Lamp', rooms: [1], backend: null },
      { cid: 'C2', type: 'blind', category: 'shading', name: 'Blind', rooms: [1], backend: null },
      { cid: 'C3', type: 'switch', category: 'lighting', name: 'Vault light', rooms: [2], backend: null },
      { cid: 'C4', type: 'thermostat', category: 'climate', name: 'Heating', rooms: [1], backend: null },
    ],
    rooms: [
      { id: 1, name: 'Hall', zones: [] },
      { id: 2, name: 'Vault', zones: [] },
    ],
    zones: [],
    scenes: [],
  },
  accounts: [],
  devices: { rooms: {}, devices: {} },
});

const NOBODY = 'nothing is shown: there is no user nobody, or it is disabled; add it with addUser, or enable it';

describe('a building on a broker', { skip: noMosquitto }, () => {
  let broker: Mosquitto;
  before(async () => {
    broker = await Mosquitto.start();
  });
  after(() => broker.end());

  /** What stands on the broker, topic by topic, as somebody who comes now is told it. */
  const listen = async (context: TestContext, url = broker.url) => {
    const client: MqttClient = await connectAsync(url);
    const topics = new Map<string, string>();
    client.on('message', (topic, payload) => {
      if (payload.length === 0) topics.delete(topic);
      else topics.set(topic, payload.toString());
    });
    await client.subscribeAsync('#');
    context.after(() => client.endAsync(true));
    const until = async (holds: () => boolean, what: string): Promise<void> => {
      for (let tries = 0; !holds(); tries += 1) {
        assert.ok(tries < 1_500, `${what}: ${JSON.stringify([...topics.keys()])}`);
        await pause(10);
      }
    };
    const is = (topic: string, payload: string | undefined) =>
      until(() => topics.get(topic) === payload, `${topic} is ${payload}`);
    return { client, topics, is, until };
  };

  const start = async (
    context: TestContext,
    name = 'Town Hall',
    user = 'broker',
    url = broker.url,
    say: (line: string) => void = () => {},
  ): Promise<Controller> => {
    const controller = await assemble({
      real: {
        scenario: scenario(name),
        accounts: async () => [
          { username: 'admin', password: 'a long enough one', group: 'admin' },
          { username: 'broker', password: 'a long enough one', group: 'user', rooms: { 2: 'Off' } },
        ],
        bus: () => assert.fail('there is no bus'),
        north: { url, user, base: 'twinhaus', discovery: 'homeassistant', client: {}, say },
      },
      load,
      log: logTo(() => {}, false),
    });
    context.after(() => controller.close());
    return controller;
  };

  test('shows the values that its user may see, retained, and each change', async (context) => {
    const { is, topics } = await listen(context);
    const { life } = await start(context, 'First Hall');
    await is('twinhaus/first-hall/status', 'online');
    life.twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
    await is('twinhaus/first-hall/C1/state', 'true');
    life.twin.command({ cid: 'C3', property: 'state', value: true, cause: OWNER });
    life.twin.command({ cid: 'C1', property: 'brightness', value: 40, cause: OWNER });
    await is('twinhaus/first-hall/C1/brightness', '40');

    assert.equal(topics.get('twinhaus/first-hall/C3/state'), undefined);
    const late = await listen(context);
    await late.is('twinhaus/first-hall/C1/brightness', '40');
  });

  test('takes commands as its user, and says again what stands when one is refused', async (context) => {
    const { client, is } = await listen(context);
    const { life } = await start(context, 'Second Hall');
    await is('twinhaus/second-hall/status', 'online');
    await client.publishAsync('twinhaus/second-hall/C1/brightness/set', '62.5');
    await is('twinhaus/second-hall/C1/brightness', '62.5');
    await client.publishAsync('twinhaus/second-hall/C1/state/set', 'ON');
    await is('twinhaus/second-hall/C1/state', 'true');

    assert.deepEqual(life.twin.components.get('C1')?.entry('state')?.cause, {
      by: 'user',
      user: 'broker',
      call: 'componentUpdate',
    });
    const told = new Promise<string>((resolve) => {
      client.on('message', (topic, payload) => topic.endsWith('C1/brightness') && resolve(payload.toString()));
    });
    for (const payload of ['bright', '101', '', '{"value":5}']) {
      await client.publishAsync('twinhaus/second-hall/C1/brightness/set', payload);
    }
    await client.publishAsync('twinhaus/second-hall/C3/state/set', 'true');
    assert.equal(await told, '62.5');
    assert.equal(life.twin.components.get('C3')?.entry('state')?.value, null);
  });

  test('is announced to Home Assistant, device by device', async (context) => {
    const { topics, is, until } = await listen(context);
    await start(context, 'Third Hall');
    await is('twinhaus/third-hall/status', 'online');
    const at = (cid: string) => `homeassistant/device/third-hall_${cid}/config`;
    await until(() => topics.has(at('C4')), 'it is announced');
    const device = (cid: string) => JSON.parse(topics.get(at(cid)) ?? '{}');

    assert.equal(topics.has(at('C3')), false);
    assert.deepEqual(device('C1').dev, {
      ids: ['third-hall_C1'],
      name: 'Lamp',
      mf: 'Twinhaus',
      mdl: 'dimmer',
      sa: 'Hall',
      via_device: 'third-hall',
    });
    const controller = JSON.parse(topics.get('homeassistant/device/third-hall/config') ?? '{}');
    const { unique_id: connected, stat_t: status, pl_on: online, dev_cla } = controller.cmps.connected;
    assert.deepEqual([controller.dev.ids, controller.dev.name], [[device('C1').dev.via_device], 'Third Hall']);
    assert.deepEqual(
      [connected, status, online, dev_cla],
      ['third-hall_connected', 'twinhaus/third-hall/status', 'online', 'connectivity'],
    );
    const { p, stat_t, cmd_t, pl_on, bri_cmd_t, unique_id } = device('C1').cmps.main;
    assert.deepEqual(
      [p, stat_t, cmd_t, pl_on, bri_cmd_t, unique_id],
      [
        'light',
        'twinhaus/third-hall/C1/state',
        'twinhaus/third-hall/C1/state/set',
        'true',
        'twinhaus/third-hall/C1/brightness/set',
        'third-hall_C1_main',
      ],
    );
    const cover = device('C2').cmps.main;
    assert.deepEqual([cover.p, cover.pos_open, cover.pos_clsd, cover.tilt_min], ['cover', 0, 100, 90]);
    assert.deepEqual(Object.keys(device('C4').cmps), ['main', 'valve']);
  });

  test('takes away what its user may not see any more, and shows what is new', async (context) => {
    const { is, topics } = await listen(context);
    const { life } = await start(context, 'Fourth Hall');
    const user = [...life.access.users.values()].find(({ username }) => username === 'broker');
    life.twin.command({ cid: 'C1', property: 'state', value: false, cause: OWNER });
    life.twin.command({ cid: 'C3', property: 'state', value: true, cause: OWNER });
    await is('twinhaus/fourth-hall/C1/state', 'false');
    await life.access.setUser(Number(user?.id), { rooms: { 1: 'Off' } });

    await is('twinhaus/fourth-hall/C1/state', undefined);
    await is('twinhaus/fourth-hall/C3/state', 'true');
    await life.access.setUser(Number(user?.id), { enabled: false });
    await is('twinhaus/fourth-hall/C3/state', undefined);
    assert.equal(topics.get('twinhaus/fourth-hall/status'), 'online');
  });

  test('says that nothing is shown while its user is not there, and when it comes', async (context) => {
    const { is, topics, until } = await listen(context);
    const said: string[] = [];
    const { life } = await start(context, 'Sixth Hall', 'nobody', broker.url, (line) => said.push(line));
    life.twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
    await until(() => said.includes(NOBODY), 'somebody is missed');
    await is('twinhaus/sixth-hall/status', 'online');
    assert.deepEqual(
      [...topics.keys()].filter((topic) => topic.includes('sixth-hall')),
      ['twinhaus/sixth-hall/status'],
    );
    const id = await life.access.addUser({ username: 'nobody', password: 'a long enough one', group: 'user' });
    await is('twinhaus/sixth-hall/C1/state', 'true');
    await life.access.setUser(id, { enabled: false });
    await until(() => said.filter((line) => line === NOBODY).length === 2, 'somebody is missed again');
    await is('homeassistant/device/sixth-hall/config', undefined);

    assert.deepEqual(said.slice(1), [NOBODY, 'the user nobody is there: what it may see is shown', NOBODY]);
  });

  test('says that it is gone, and comes back to a broker that was started anew', async (context) => {
    const own = await Mosquitto.start();
    context.after(() => own.end());
    const before = await listen(context, own.url);
    const controller = await start(context, 'Town Hall', 'broker', own.url);
    controller.life.twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
    await before.is('twinhaus/town-hall/C1/state', 'true');
    await own.kill();
    await own.start();
    const again = await listen(context, own.url);
    await again.is('twinhaus/town-hall/C1/state', 'true');
    await controller.close();

    await again.is('twinhaus/town-hall/status', 'offline');
  });

  test('shares a broker with others of any number', async (context) => {
    const { is, client } = await listen(context);
    const names = ['North wing', 'South wing', 'Gate house'];
    const controllers = await Promise.all(names.map((name) => start(context, name)));
    for (const name of ['north-wing', 'south-wing', 'gate-house']) await is(`twinhaus/${name}/status`, 'online');
    await client.publishAsync('twinhaus/south-wing/C1/state/set', 'true');
    await is('twinhaus/south-wing/C1/state', 'true');

    const states = controllers.map(({ life }) => life.twin.components.get('C1')?.entry('state')?.value);
    assert.deepEqual(states, [null, true, null]);
  });
});
