import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { type RunningSandbox, startServe, temporaryFolder, until } from './fixtures.ts';
import { call, credentials, withSession } from './http-client.ts';
import { ListeningGateway } from './listening-gateway.ts';
import { Mosquitto, noMosquitto } from './mosquitto.ts';
import { connect } from './socket-client.ts';

const PASSWORD = 'correct horse battery';
const LIMIT_MS = 2_000;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Takes connections, and never says anything: a Modbus device that hangs. */
const silent = async (): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const building = (broker: string, meter: number, tcp: ListeningGateway, udp: ListeningGateway): string => `name: House
timeZone: UTC
place: { latitude: 50, longitude: 10 }
data: data
administrator: { username: owner, password: { env: OWNER_PASSWORD } }
mqtt: { url: "${broker}", user: owner }
buses:
  broker: { type: mqtt, url: "${broker}", status: twinhaus/state }
  meters: { type: modbus, tcp: "127.0.0.1:${meter}" }
  knx: { type: knx, gateway: "${tcp.address}", protocol: tcp }
  cellar: { type: knx, gateway: "${udp.address}" }
components:
  - { cid: C1, type: energy-meter, name: Mains, bus: broker, points: { power: { topic: mains } } }
  - { cid: C2, type: energy-meter, name: Heat pump, bus: meters, points: { power: { device: sdm630, point: power } } }
  - { cid: C3, type: switch, name: Light, bus: knx, points: { state: { dpt: "1.001", write: 1/0/1, status: 1/1/1 } } }
  - { cid: C5, type: switch, name: Boiler, bus: cellar, points: { state: { dpt: "1.001", write: 1/0/1, status: 1/1/1 } } }
  - { cid: C4, type: switch, name: Lamp }
`;

/** Reads and commands until the controller is gone. */
const use = async ({ http, alive }: RunningSandbox, session: string): Promise<void> => {
  const headers = withSession(session);
  try {
    for (let turn = 0; alive(); turn += 1) {
      await call(http, 'componentUpdate', { cid: 'C4', property: 'state', value: turn % 2 === 0 }, { headers });
      await call(http, 'getAllComponents', { withProperties: true }, { headers });
    }
  } catch {
    // It is gone.
  }
};

test('a controller whose peers do not answer stops in time under load, in an orderly way, time and again', {
  skip: noMosquitto,
}, async (context) => {
  const rounds = Number(process.env.STOP_ROUNDS ?? 2);
  const folder = temporaryFolder();
  ends.push(() => folder.remove());
  const broker = await Mosquitto.start();
  ends.push(() => broker.end());
  const meter = await silent();
  const file = join(folder.path, 'controller.yaml');
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const gateways = [await ListeningGateway.start('tcp'), await ListeningGateway.start('udp')] as const;
    ends.push(() => gateways.map((gateway) => gateway.end()));
    writeFileSync(file, building(broker.url, meter, ...gateways));
    const running = await startServe(file, { environment: { OWNER_PASSWORD: PASSWORD } });
    ends.push(() => running.kill());
    const login = await call(running.http, 'auth', undefined, { headers: credentials('owner', PASSWORD) });
    const session = login.as<{ sessionID: string }>().sessionID;
    const listener = await connect(running.http, { query: { 'x-service-sid': session } });
    await listener.ask('init', {});
    const publisher = await connectAsync(broker.url);
    let number = 0;
    const shown = () => listener.updates().some(({ cid }) => cid === 'C1');
    await until(
      async () => {
        number += 1;
        await publisher.publishAsync('mains', String(number));
        return shown();
      },
      'the broker is heard',
      30_000,
    );
    // Whoever has asked on the bus is linked.
    await until(() => gateways.every(({ heard }) => heard.includes('read 1/1/1')), 'the gateways are linked', 30_000);
    const used = [use(running, session), use(running, session)];
    await publisher.endAsync(true);
    // From here on its connections are half open, and the gateways keep their tunnels without a word.
    broker.freeze();
    for (const gateway of gateways) gateway.freeze();
    const begun = performance.now();
    const status = await running.stop();
    took.push(Math.round(performance.now() - begun));
    await Promise.all(used);
    listener.close();
    await broker.kill();
    await broker.start();

    assert.equal(status, 0, running.log());
    assert.equal(gateways[1].goodbyes, 1, 'a gateway that is linked is told goodbye');
    assert.doesNotMatch(running.log(), /could not stop in time/);
  }
  context.diagnostic(`ms until it had stopped: ${took.toSorted((one, other) => one - other).join(' ')}`);
  for (const ms of took) assert.ok(ms < LIMIT_MS, `it took ${ms} ms`);
});
