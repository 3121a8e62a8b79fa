import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pause, startServe, temporaryFolder } from '../property-tests/fixtures.ts';
import { noMosquitto } from '../property-tests/mosquitto.ts';
import { pingresp, ScriptedBroker } from '../property-tests/scripted-broker.ts';
import { brokerOf, elder, listen, start } from '../property-tests/shown-house.ts';

describe('a building on a broker of its own kind', { skip: noMosquitto }, () => {
  for (const saysNo of [true, false]) {
    test(`speaks 3.1.1 to one that ${saysNo ? 'refuses' : 'hangs up on'} MQTT 5`, async (context) => {
      const broker = await brokerOf(context);
      const { client, is } = await listen(context, broker.url);
      const { controller, said } = await start(await elder(context, broker, saysNo));
      context.after(() => controller.close());
      await is('twinhaus/house/status', 'online');
      await client.publishAsync('twinhaus/house/C1/state/set', 'true');
      await is('twinhaus/house/C1/state', 'true');
      assert.match(said.join('\n'), /\(MQTT 3\.1\.1\)/);
    });
  }

  test('answers commands where it is asked to, with what tells the questions apart', async (context) => {
    const broker = await brokerOf(context);
    const { client, is, packets, until } = await listen(context, broker.url);
    const { controller } = await start(broker.url);
    context.after(() => controller.close());
    await is('twinhaus/house/status', 'online');
    const ask = async (topic: string, payload: string, responseTopic = 'answers/me') => {
      const correlationData = Buffer.from(`${topic} ${payload}`);
      await client.publishAsync(topic, payload, { properties: { responseTopic, correlationData } });
      const found = () =>
        packets.find(
          (packet) => packet.properties?.correlationData?.equals(correlationData) && packet.topic === responseTopic,
        );
      await until('it is answered', () => found() !== undefined);
      return JSON.parse(found()?.payload.toString() ?? '');
    };

    assert.deepEqual(await ask('twinhaus/house/C1/state/set', 'true'), { C1: true });
    assert.deepEqual(await ask('twinhaus/house/C99/state/set', 'true'), { C99: false });
    assert.equal((await ask('twinhaus/house/C1/brightness/set', '101')).errorCode, 106);
    assert.equal((await ask('twinhaus/house/C1/brightness/set', 'x'.repeat(2_000))).errorCode, 106);
    const user = [...controller.life.access.users.values()].find(({ username }) => username === 'broker');
    await controller.life.access.setUser(Number(user?.id), { enabled: false });
    assert.equal((await ask('twinhaus/house/C1/brightness/set', '20')).errorCode, 117);
    assert.equal(controller.life.mqtt?.figures().commands.taken, 1);
  });

  test('writes nowhere else on behalf of who commands, and carries out no command that is kept', async (context) => {
    const broker = await brokerOf(context);
    const { client, is, packets, topics } = await listen(context, broker.url);
    await client.publishAsync('twinhaus/house/C2/state/set', 'true', { retain: true, qos: 1 });
    const { controller, said } = await start(broker.url);
    context.after(() => controller.close());
    await is('twinhaus/house/status', 'online');
    for (const responseTopic of ['twinhaus/other/C1/state/set', 'homeassistant/status', 'twinhaus', '$SYS/x']) {
      await client.publishAsync('twinhaus/house/C1/brightness/set', '30', { qos: 1, properties: { responseTopic } });
    }
    await is('twinhaus/house/C1/brightness', '30');
    await client.publishAsync('twinhaus/house/C1/brightness/set', '40', { qos: 1 });
    await is('twinhaus/house/C1/brightness', '40');

    assert.ok(!packets.some(({ topic }) => topic === 'twinhaus/other/C1/state/set' || topic === 'twinhaus'));
    assert.equal(topics.get('twinhaus/house/C2/state'), undefined);
    assert.equal(said.filter((line) => /is no topic for answers/.test(line)).length, 1);
  });

  test('keeps to what the broker takes: no QoS, small packets', async (context) => {
    const broker = await brokerOf(context, ['max_qos 0', 'max_packet_size 400', 'max_inflight_messages 1']);
    const { client, topics, is } = await listen(context, broker.url);
    const { controller, said, set } = await start(broker.url);
    context.after(() => controller.close());
    await is('twinhaus/house/status', 'online');
    set('C1', 'brightness', 55);
    await is('twinhaus/house/C1/brightness', '55');
    await client.publishAsync('twinhaus/house/C1/brightness/set', '56');
    await is('twinhaus/house/C1/brightness', '56');

    assert.ok(![...topics.keys()].some((topic) => topic.endsWith('/config')));
    assert.match(said.join('\n'), /homeassistant\/device\/house_C1\/config is too large/);
    assert.equal(controller.life.mqtt?.figures().connections, 1);
  });

  test('shows what changes on a broker that keeps nothing', async (context) => {
    const broker = await brokerOf(context, ['retain_available false']);
    const { is } = await listen(context, broker.url);
    const { controller, said, set } = await start(broker.url);
    context.after(() => controller.close());
    await is('twinhaus/house/status', 'online');
    set('C1', 'brightness', 55);
    await is('twinhaus/house/C1/brightness', '55');
    assert.match(said.join('\n'), /keeps nothing/);
  });

  test('announces everything once more when Home Assistant has started', async (context) => {
    const broker = await brokerOf(context);
    const { client, is, until, packets } = await listen(context, broker.url);
    const { controller } = await start(broker.url);
    context.after(() => controller.close());
    const told = () => packets.filter(({ topic }) => topic === 'homeassistant/device/house_C1/config').length;
    await is('twinhaus/house/status', 'online');
    await until('it is announced', () => told() === 1);
    await client.publishAsync('homeassistant/status', 'offline');
    await client.publishAsync('homeassistant/status', 'online');
    await until('it is announced again', () => told() === 2);
  });

  test('says that it is there when the will of an earlier connection says that it is not', async (context) => {
    const broker = await brokerOf(context);
    const { client, is } = await listen(context, broker.url);
    const { controller } = await start(broker.url);
    context.after(() => controller.close());
    await is('twinhaus/house/status', 'online');
    await client.publishAsync('twinhaus/house/status', 'offline', { retain: true, qos: 1 });
    await is('twinhaus/house/status', 'online');
  });

  test('tells what has changed while the broker was away', async (context) => {
    const broker = await brokerOf(context);
    const { is, until, topics } = await listen(context, broker.url);
    const { controller, set } = await start(broker.url);
    context.after(() => controller.close());
    set('C1', 'brightness', 10);
    await is('twinhaus/house/C1/brightness', '10');
    await broker.kill();
    await until('it is lost', () => controller.life.mqtt?.figures().isUp === false);
    set('C1', 'brightness', 11);
    set('C1', 'brightness', 12);
    topics.clear();
    await broker.start();
    await is('twinhaus/house/C1/brightness', '12');
  });

  test('takes away what it showed under another name, and of components that are no more, also while it was stopped', async (context) => {
    const broker = await brokerOf(context);
    const folder = temporaryFolder();
    context.after(() => folder.remove());
    const { topics, is, until } = await listen(context, broker.url);
    const first = await start(broker.url, { name: 'Old name', data: folder.path });
    first.set('C1', 'brightness', 10);
    first.set('C2', 'brightness', 20);
    await is('twinhaus/old-name/C2/brightness', '20');
    await is('twinhaus/old-name/status', 'online');
    await first.controller.close();
    await is('twinhaus/old-name/status', 'offline');
    const second = await start(broker.url, { name: 'New name', cids: ['C1'], data: folder.path });
    await is('twinhaus/new-name/C1/brightness', '10');
    await until(
      'nothing of the old one is left',
      () => ![...topics.keys()].some((topic) => /old-name|_C2|\/C2\//.test(topic)),
    );
    await second.controller.close();
    const third = await start(broker.url, { name: 'New name', cids: ['C1'], data: folder.path });
    context.after(() => third.controller.close());
    await is('twinhaus/new-name/status', 'online');
    assert.deepEqual(
      third.said.filter((line) => line.includes('left there')),
      [],
    );
  });

  test('is shown under its new name as soon as it has one, and under the old one no more', async (context) => {
    const broker = await brokerOf(context);
    const folder = temporaryFolder();
    const { topics, is, until } = await listen(context, broker.url);
    const file = join(folder.path, 'controller.yaml');
    const write = (name: string, cids: readonly string[]) => {
      const components = cids.map((cid) => `  - { cid: ${cid}, type: switch, name: Lamp, bus: simulator }`);
      const mqtt = `mqtt: { url: "${broker.url}", user: owner }`;
      const where = 'timeZone: UTC\nplace: { latitude: 50, longitude: 10 }\ndata: data';
      const owner = 'administrator: { username: owner, password: { env: OWNER_PASSWORD } }';
      writeFileSync(file, [`name: ${name}`, where, owner, mqtt, 'components:', ...components, ''].join('\n'));
    };
    write('First name', ['C1', 'C2']);
    const house = await startServe(file, { environment: { OWNER_PASSWORD: 'a long enough one' } });
    context.after(async () => {
      await house.kill();
      folder.remove();
    });
    await is('twinhaus/first-name/C2/reachable', 'true');
    write('Second name', ['C1']);
    house.process.kill('SIGHUP');
    await is('twinhaus/second-name/C1/reachable', 'true');
    await until(
      'nothing of the old one is left',
      () => ![...topics.keys()].some((topic) => /first-name|C2/.test(topic)),
    );
    await is('twinhaus/second-name/status', 'online');
  });

  test('asks for its commands one by one where a broker knows no wildcards', async (context) => {
    const asked: string[] = [];
    const broker = await ScriptedBroker.start(({ type, body }, socket) => {
      // Success, no session, and one property: 0x28, wildcard subscription available, is 0.
      if (type === 'connect') socket.write(Buffer.from([0x20, 5, 0, 0, 2, 0x28, 0]));
      if (type === 'pingreq') socket.write(pingresp());
      if (type !== 'subscribe') return;
      // Behind the identifier stands the length of the properties: there are none.
      const topics = topicsOf(body.subarray(3));
      asked.push(...topics);
      socket.write(Buffer.from([0x90, 3 + topics.length, body[0] ?? 0, body[1] ?? 0, 0, ...topics.map(() => 0)]));
    });
    context.after(() => broker.end());
    const { controller } = await start(broker.url, { cids: ['C1'] });
    context.after(() => controller.close());
    for (let tries = 0; !asked.includes('twinhaus/house/C1/brightness/set'); tries += 1) {
      assert.ok(tries < 4_000, asked.join());
      await pause(10);
    }
    assert.ok(asked.includes('twinhaus/house/C1/state/set'));
    assert.deepEqual(
      asked.filter((topic) => /[+#]/.test(topic)),
      [],
    );
  });
});

/** The topics of a subscription, each with its length before and a byte of options behind it. */
const topicsOf = (bytes: Buffer): readonly string[] => {
  if (bytes.length === 0) return [];
  const end = 2 + bytes.readUInt16BE(0);
  return [bytes.toString('utf8', 2, end), ...topicsOf(bytes.subarray(end + 1))];
};
