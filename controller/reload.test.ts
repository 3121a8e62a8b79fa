import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { type RunningSandbox, startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { call, credentials, withSession } from '../property-tests/http-client.ts';
import { connect, type SocketClient } from '../property-tests/socket-client.ts';
import { random } from '../twin/index.ts';

const PASSWORD = 'correct horse battery';
const COUNTS = /the configuration was read again and counts/g;

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const component = (number: number) => `  - { cid: C${number}, type: switch, name: Light ${number}, rooms: [1] }\n`;

const building = (components: number, more = ''): string => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
${more}rooms: [{ id: 1, name: Hall }]
components:
${Array.from({ length: components }, (_, index) => component(index + 1)).join('')}`;

/** A running controller, its configuration, and a session of its owner. */
const begin = async (args: readonly string[] = []) => {
  const folder = temporaryFolder();
  ends.push(() => folder.remove());
  const file = join(folder.path, 'controller.yaml');
  const write = (text: string) => writeFileSync(file, text);
  write(building(1));
  writeFileSync(join(folder.path, 'password.txt'), `${PASSWORD}\n`);
  const start = async (): Promise<RunningSandbox> => {
    const running = await startServe(file, { args });
    ends.push(async () => {
      await running.kill();
    });
    return running;
  };
  const running = await start();
  const login = await call(running.http, 'auth', undefined, { headers: credentials('owner', PASSWORD) });
  const session = login.as<{ sessionID: string }>().sessionID;
  return { ...{ running, session, write, start, folder: folder.path, file } };
};

const hangUp = ({ process }: RunningSandbox) => process.kill('SIGHUP');

/** Reads the configuration again, and waits until that has been said so many times in all. */
const reload = async (running: RunningSandbox, times = 1) => {
  hangUp(running);
  await until(() => (running.log().match(COUNTS)?.length ?? 0) >= times, 'it was read again', 30_000);
};

const cidsOf = async (http: string, session: string): Promise<readonly string[]> => {
  const reply = await call(http, 'getAllComponents', {}, { headers: withSession(session) });
  assert.equal(reply.status, 200, reply.text);
  return reply.as<{ cid: string }[]>().map(({ cid }) => cid);
};

const listen = async (http: string, session: string): Promise<SocketClient> => {
  const client = await connect(http, { query: { 'x-service-sid': session } });
  ends.push(() => client.close());
  await client.ask('init', { configuration: true });
  return client;
};

describe('a controller that is told to read its configuration again', () => {
  test('shows a new component to whoever is connected, whose session lives on', async () => {
    const { running, session, write } = await begin();
    const client = await listen(running.http, session);
    write(building(2));
    await reload(running);
    await until(() => client.configured.length > 0, 'it is told', 30_000);
    const set = await client.ask('componentUpdate', { cid: 'C2', property: 'state', value: true });
    await until(() => client.updates().length > 0, 'the change is told', 30_000);

    assert.deepEqual(set, { C2: true });
    assert.deepEqual(
      client.updates().map(({ cid, value }) => [cid, value]),
      [['C2', true]],
    );
    assert.deepEqual(await cidsOf(running.http, session), ['C1', 'C2']);
    assert.ok(client.connected());
    assert.deepEqual(client.states, []);
  });

  test('tells everything that is wrong with place, and goes on as before', async () => {
    const { running, session, write, file } = await begin();
    const client = await listen(running.http, session);
    write(building(1).replace('type: switch', 'type: swich').replace('Europe/Berlin', 'Europe/Berlim'));
    hangUp(running);
    await until(() => running.log().includes('nothing has changed'), 'it is refused', 30_000);

    const lines = running.log().trimEnd().split('\n');
    assert.equal(lines.length, 3, running.log());
    for (const [index, pattern] of [/:2:\d+: timeZone/, /:8:\d+: components\[0\]\.type/].entries()) {
      assert.ok(lines[index]?.includes(file));
      assert.match(lines[index] ?? '', pattern);
    }
    assert.deepEqual(await cidsOf(running.http, session), ['C1']);
    assert.ok(client.connected());
  });

  test('says of a secret that cannot be read where it was looked for, and goes on as before', async () => {
    const { running, session, write } = await begin();
    const bus = 'buses: { b: { type: mqtt, url: "mqtt://127.0.0.1:1", password: { file: none.txt }, username: x } }\n';
    write(building(2, bus));
    hangUp(running);
    await until(() => running.log().includes('nothing has changed'), 'it is refused', 30_000);

    assert.match(running.log(), /buses\.b: .*none\.txt cannot be read/);
    assert.deepEqual(await cidsOf(running.http, session), ['C1']);
  });

  test('reads it once more if it is told to while it reads', async () => {
    const { running, session, write } = await begin();
    write(building(300));
    hangUp(running);
    write(building(3));
    hangUp(running);
    await until(async () => (await cidsOf(running.http, session)).length === 3, 'what was written last counts', 30_000);
  });

  test('stops in an orderly way when it is told to meanwhile', async () => {
    const { running, write, start, session } = await begin();
    write(building(200));
    hangUp(running);
    const status = await running.stop();
    const again = await start();

    assert.equal(status, 0, running.log());
    assert.equal((await cidsOf(again.http, session)).length, 200);
  });

  test('starts again after it was killed at any moment of it, with what was acknowledged', async (context) => {
    const { running, write, start, session } = await begin();
    const chance = random(process.pid);
    context.diagnostic(`seed of the moments: ${process.pid}`);
    let present = running;
    for (let round = 1; round <= 4; round += 1) {
      write(building(1 + round * 50));
      const added = await call(
        present.http,
        'addRoom',
        { name: `Room ${round}`, zones: [] },
        { headers: withSession(session) },
      );
      assert.equal(added.status, 200);
      hangUp(present);
      await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 150)));
      await present.kill();
      present = await start();

      assert.equal((await cidsOf(present.http, session)).length, 1 + round * 50);
      const rooms = await call(present.http, 'getRooms', {}, { headers: withSession(session) });
      assert.equal(rooms.as<unknown[]>().length, 1 + round);
    }
  });

  test('says in one line which certificate cannot be read, and goes on with the one it has', async () => {
    const { running, session, folder } = await begin();
    const file = join(folder, 'data', 'certificate.pem');
    const before = readFileSync(file);
    writeFileSync(file, 'no certificate');
    await reload(running);
    writeFileSync(file, before);

    assert.match(running.log(), /could not change the certificate: .*is not a certificate with its key/);
    assert.equal((await cidsOf(running.https, session)).length, 1);
  });

  test('says in one line which port it cannot have, and which data folder counts later', async () => {
    const { running, session, write } = await begin();
    const taken = createServer();
    await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready));
    ends.push(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    write(building(2, `listen: { remote: ${port} }\n`).replace('data: data', 'data: elsewhere'));
    await reload(running);

    assert.match(running.log(), new RegExp(`could not listen elsewhere: port ${port} is taken`));
    assert.match(running.log(), /data: it stays .*; .*elsewhere counts from the next start/);
    assert.equal((await cidsOf(running.http, session)).length, 2);
  });

  test('goes on when nobody reads its log any more', async () => {
    const { running, session, write } = await begin();
    running.process.stderr?.destroy();
    write(building(2));
    hangUp(running);
    await until(async () => (await cidsOf(running.http, session)).length === 2, 'it counts', 30_000);
    write(building(3));
    hangUp(running);
    await until(async () => (await cidsOf(running.http, session)).length === 3, 'it counts again', 30_000);

    assert.ok(running.alive());
  });
});
