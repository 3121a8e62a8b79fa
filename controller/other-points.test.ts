import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { until } from '../property-tests/fixtures.ts';
import { ListeningGateway } from '../property-tests/listening-gateway.ts';
import { ListeningRegisters } from '../property-tests/listening-registers.ts';
import { ReloadedController } from '../property-tests/reloaded-controller.ts';
import { connack, message, ScriptedBroker, suback, topicsIn, unsuback } from '../property-tests/scripted-broker.ts';
import { lamp, type WiredHouse, WiredHouses, wired } from '../property-tests/wired-house.ts';
import type { Cid } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A house with lamps on a bus, each with what its configuration says of its state. */
const house = (bus: string, settings: string, lamps: Readonly<Record<string, string>>) => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
buses: { ${bus}: { type: ${bus}, ${settings} } }
components:
${Object.entries(lamps)
  .map(
    ([cid, state]) =>
      `  - { cid: ${cid}, type: switch, name: Lamp ${cid}, bus: ${bus}, points: { state: { ${state} } } }\n`,
  )
  .join('')}`;

/** By the second level of their group addresses. */
const lamps = (gateway: string, more: string, subs: Readonly<Record<string, number>>) =>
  house('knx', `gateway: "${gateway}", protocol: tcp, pace: 100${more}`, mapped(subs, knxLamp));
const knxLamp = (sub: number) => `dpt: "1.001", write: 1/0/${sub}, status: 1/1/${sub}, answer: true`;

const mapped = <T>(rows: Readonly<Record<string, T>>, text: (row: T) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(rows).map(([cid, row]) => [cid, text(row)]));

/** A gateway on whose bus every lamp is lit. */
const litGateway = async (): Promise<ListeningGateway> => {
  const gateway = await ListeningGateway.start('tcp');
  ends.push(() => gateway.end());
  gateway.answer = ({ service, group }) => {
    if (service === 'read') gateway.say({ service: 'response', group, payload: { short: true, data: LIT } });
  };
  return gateway;
};
const LIT = Uint8Array.of(1);

const start = async (configuration: string) => {
  const running = await ReloadedController.start(configuration);
  ends.push(() => running.end());
  await isLit(running, 'both lamps are known');
  return running;
};
const isLit = (running: ReloadedController, what: string) =>
  until(async () => (await running.values()).every((value) => value === true), what, 30_000);

const begin = (gateway: ListeningGateway) => start(lamps(gateway.address, '', { C1: 1, C2: 2 }));

describe('a KNX bus when the configuration is read again', () => {
  test('keeps its tunnel if only its points changed: asks what is new, and knows no more of what is gone', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    gateway.heard.length = 0;
    await house.reload(lamps(gateway.address, '', { C1: 1, C3: 3 }));
    await isLit(house, 'the new one is known');

    assert.equal(gateway.tunnels, 1);
    assert.deepEqual(gateway.heard, ['read 1/1/3']);
    assert.match(house.log(), /counts from now on; other points: knx\n/);
    assert.deepEqual(await house.set('C3', false), { C3: true });
    await until(() => gateway.heard.includes('write 1/0/3'), 'the command goes out', 30_000);
    // Somebody else asks: only whoever is known is answered for.
    for (const group of [groupOf(2), groupOf(1)]) gateway.say({ service: 'read', group });
    await until(() => gateway.heard.includes('response 1/1/1'), 'the lamp that stayed is answered for', 30_000);
    assert.ok(!gateway.heard.includes('response 1/1/2'), gateway.heard.join('\n'));
  });

  test('is opened anew if its settings changed as well, and left alone if nothing did', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    await house.reload(`# the same\n${lamps(gateway.address, '', { C1: 1, C2: 2 })}`);
    assert.equal(gateway.tunnels, 1);
    assert.match(house.log(), /counts from now on\n/);
    await house.reload(lamps(gateway.address, ', answerWithin: 5', { C1: 1, C3: 3 }));
    await until(() => gateway.tunnels === 2, 'it is opened anew', 30_000);

    assert.match(house.log(), /counts from now on; opened anew: knx\n/);
  });

  test('takes other points while its gateway cannot be reached', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    gateway.hangUp();
    await house.reload(lamps(gateway.address, '', { C3: 3 }));
    await isLit(house, 'the new one is known');

    assert.match(house.log(), /other points: knx/);
  });
});

describe('a Modbus line when the configuration is read again', () => {
  const line = ({ address }: ListeningRegisters, more: string, registers: Readonly<Record<string, number>>) =>
    house(
      'modbus',
      `tcp: "${address}", poll: 0.2${more}`,
      mapped(registers, (at) => `holding: ${at}, write: true`),
    );

  test('keeps its connection if only its points changed, and is opened anew if its settings did', async () => {
    const device = await ListeningRegisters.start();
    ends.push(() => device.end());
    const running = await start(line(device, '', { C1: 10, C2: 50 }));
    await running.reload(line(device, '', { C1: 10, C3: 90 }));
    await isLit(running, 'the new one is known');
    assert.deepEqual(await running.set('C3', false), { C3: true });
    await until(() => device.heard.includes('1 6 90'), 'the command goes out', 30_000);
    device.heard.length = 0;
    await until(() => device.heard.length > 4, 'it is asked', 30_000);

    assert.deepEqual([...new Set(device.heard)].toSorted(), ['1 3 10', '1 3 90']);
    assert.deepEqual([device.connections, device.goodbyes], [1, 0]);
    assert.match(running.log(), /counts from now on; other points: modbus\n/);
    await running.reload(line(device, ', retries: 2', { C1: 10 }));
    await until(() => device.connections === 2, 'it is opened anew', 30_000);
    assert.equal(device.goodbyes, 1);
  });
});

describe('an MQTT bus when the configuration is read again', () => {
  const broker = ({ url }: ScriptedBroker, more: string, topics: Readonly<Record<string, string>>) =>
    house(
      'mqtt',
      `url: "${url}"${more}`,
      mapped(topics, (topic) => `topic: ${topic}, command: { topic: ${topic}/set }`),
    );

  test('keeps its connection if only its points changed, and is opened anew if its settings did', async () => {
    const heard: string[] = [];
    let goodbyes = 0;
    const peer = await ScriptedBroker.start((packet, socket, connection) => {
      if (packet.type === 'connect') {
        socket.on('close', () => {
          goodbyes += 1;
        });
        socket.write(connack());
      } else if (packet.type === 'publish') heard.push(`${connection} ${packet.body.toString('utf8', 2)}`);
      else if (packet.type === 'subscribe' || packet.type === 'unsubscribe') {
        heard.push(`${connection} ${packet.type} ${topicsIn(packet).join(' ')}`);
        socket.write(packet.type === 'subscribe' ? suback(packet) : unsuback(packet));
        if (packet.type === 'subscribe') for (const topic of topicsIn(packet)) socket.write(message(topic, 'ON', true));
      }
    });
    ends.push(() => peer.end());
    const running = await start(broker(peer, '', { C1: 'one', C2: 'two' }));
    heard.length = 0;
    await running.reload(broker(peer, '', { C1: 'one', C3: 'three' }));
    await isLit(running, 'what the broker had kept is known');
    assert.deepEqual(await running.set('C3', false), { C3: true });
    await until(() => heard.length > 2, 'the command goes out', 30_000);
    peer.sockets[0]?.write(message('three', 'OFF'));
    await until(async () => (await running.values())[1] === false, 'it is switched off', 30_000);

    assert.deepEqual(heard, ['1 unsubscribe two', '1 subscribe three', '1 three/setOFF']);
    assert.deepEqual([peer.sockets.length, goodbyes], [1, 0]);
    assert.match(running.log(), /counts from now on; other points: mqtt\n/);
    await running.reload(broker(peer, ', clientId: other', { C1: 'one' }));
    await until(() => peer.sockets.length === 2, 'it is opened anew', 30_000);
    assert.equal(goodbyes, 1);
  });
});

/** Of the status of a lamp. */
const groupOf = (sub: number): number => (1 << 11) | (1 << 8) | sub;

const LARGER = wired({ components: [lamp('C1'), lamp('C2')] });
const state = ({ controller }: WiredHouse, cid: Cid) => controller.life.twin.components.get(cid)?.entry('state')?.value;

describe('a house that goes on with other points of a bus', () => {
  test('gives other points to a bus that can take them once the house has turned over', async () => {
    const data = houses.folder();
    const house = await houses.start(data);
    let known = 0;
    house.wire().repointed = () => {
      known = house.controller.life.twin.components.size;
    };
    await house.renew(LARGER, ['wire'], 'repointed');
    house.wire().say('C2', 1);

    assert.equal(known, 2);
    assert.equal(state(house, 'C2'), true);
    assert.equal(house.wires.length, 1);
    assert.equal(house.wire().isClosed, false);
  });

  test('opens a bus anew that does not take its other points', async () => {
    const house = await houses.start(houses.folder());
    const before = house.wire();
    before.repointed = () => {
      throw new Error('there is no such point');
    };
    await house.renew(LARGER, ['wire'], 'repointed');
    house.wire().say('C2', 1);

    assert.equal(state(house, 'C2'), true);
    assert.equal(house.wires.length, 2);
    assert.ok(before.isClosed);
    assert.match(house.said.join('\n'), /could not take other points: there is no such point/);
  });
});
