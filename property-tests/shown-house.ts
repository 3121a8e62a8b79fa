import assert from 'node:assert/strict';
import { createServer, connect as dial, type Server } from 'node:net';
import type { TestContext } from 'node:test';
import { connectAsync, type IPublishPacket, type MqttClient } from 'mqtt';
import { assemble, type Controller } from '../controller/assemble.ts';
import { logTo } from '../controller/log.ts';
import type { Scenario } from '../controller/scenario/scenario.ts';
import { load } from '../controller/scenario-folders.ts';
import type { Cause } from '../twin/index.ts';
import { pause } from './fixtures.ts';
import { Mosquitto } from './mosquitto.ts';
import { connack } from './scripted-broker.ts';

const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };

const scenario = (name: string, cids: readonly `C${number}`[] = ['C1', 'C2']): Scenario => ({
  name: 'controller',
  seed: 1,
  house: {
    name,
    timeZone: 'UTC',
    place: { latitude: 50, longitude: 10 },
    components: cids.map((cid) => ({ cid, type: 'dimmer', category: 'lighting', name: cid, rooms: [], backend: null })),
    rooms: [],
    zones: [],
    scenes: [],
  },
  accounts: [],
  devices: { rooms: {}, devices: {} },
});

interface Begin {
  readonly name?: string;
  readonly cids?: readonly `C${number}`[];
  readonly data?: string;
}

/** A house of dimmers that is shown on a broker, as the user `broker` sees it. */
export const start = async (url: string, { name = 'House', cids, data }: Begin = {}) => {
  const said: string[] = [];
  const controller: Controller = await assemble({
    real: {
      scenario: scenario(name, cids),
      accounts: async () => [
        { username: 'admin', password: 'a long enough one', group: 'admin' },
        { username: 'broker', password: 'a long enough one', group: 'user' },
      ],
      bus: () => assert.fail('there is no bus'),
      north: {
        ...{ url, user: 'broker', base: 'twinhaus', discovery: 'homeassistant', client: {} },
        say: (line) => said.push(line),
      },
    },
    ...(data !== undefined && { data }),
    load,
    log: logTo(() => {}, false),
  });
  const set = (cid: `C${number}`, property: string, value: boolean | number) =>
    controller.life.twin.command({ cid, property, value, cause: OWNER });
  return { controller, said, set };
};

/** What stands on a broker, as somebody who comes now is told it, and every message. */
export const listen = async (context: TestContext, url: string) => {
  const client: MqttClient = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 100 });
  const topics = new Map<string, string>();
  const packets: IPublishPacket[] = [];
  client.on('message', (topic, payload, packet) => {
    packets.push(packet);
    if (payload.length === 0) topics.delete(topic);
    else topics.set(topic, payload.toString());
  });
  await client.subscribeAsync('#');
  context.after(() => client.endAsync(true));
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries += 1) {
      assert.ok(tries < 4_000, `${what}: ${JSON.stringify([...topics])}`);
      await pause(10);
    }
  };
  const is = (topic: string, payload: string | undefined) =>
    until(`${topic} is ${payload}`, () => topics.get(topic) === payload);
  return { client, topics, packets, until, is };
};

/** A broker with lines of its own in its configuration, for as long as the test runs. */
export const brokerOf = async (context: TestContext, lines: readonly string[] = []): Promise<Mosquitto> => {
  const broker = await Mosquitto.start(lines);
  context.after(() => broker.end());
  return broker;
};

/** A broker of 3.1.1 alone: it says no to MQTT 5, or hangs up on it, and is an ordinary one otherwise. */
export const elder = async (context: TestContext, broker: Mosquitto, saysNo: boolean): Promise<string> => {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first) => {
      // The protocol's level stands behind its name: 00 04 "MQTT".
      if (first[first.indexOf('MQTT') + 4] === 5) {
        if (saysNo) socket.end(connack(1));
        else socket.destroy();
        return;
      }
      const inner = dial(broker.port, '127.0.0.1');
      inner.on('error', () => socket.destroy());
      inner.on('close', () => socket.destroy());
      socket.on('close', () => inner.destroy());
      inner.write(first);
      socket.pipe(inner).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`;
};
