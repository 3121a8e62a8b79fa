import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { until } from '../../property-tests/fixtures.ts';
import { ready, readyWith } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';
import { asFrame, joinedWire, openWire, type Wire } from '../../property-tests/socket-wire.ts';
import { milliseconds } from '../../twin/index.ts';
import { SOCKET_LIMITS } from './limits.ts';
import { PacketEncoder } from './packets.ts';

test('a client that does not read is cut off, and the others notice nothing', async (t) => {
  const house = await socketHouse({ switches: 20 });
  t.after(house.close);
  const session = await house.session('admin');
  const reader = await readyWith(house.local, session);
  t.after(reader.close);

  const count = () => reader.batches.reduce((sum, batch) => sum + batch.length, 0);

  for (const generation of [4, 2] as const) {
    const before = count();
    const deaf = await listeningWire(house, session, generation);
    let told = 0;
    deaf.socket.pause();
    const heapBefore = process.memoryUsage().heapUsed;
    while (house.sockets.connections > 1) {
      told += flood(house, 20_000);
      await until(() => count() - before === told, 'everything, by the client that reads');
      assert.ok(told < 2_000_000, 'the client that does not read is still there');
    }

    await until(async () => (await house.held()) === 1, 'the end of the connection itself', 2_000);

    const heard = reader.updates().slice(before);
    assert.ok(heard.every(({ cid, content }, index) => cid === `C${1 + (index % 20)}` && content === wave(index)));
    assert.ok(process.memoryUsage().heapUsed - heapBefore < 20 * SOCKET_LIMITS.unreadBytes.value);
    assert.deepEqual(reader.states, []);
    deaf.close();
  }
});

test('a client that asks and does not read the answers is cut off', async (t) => {
  const house = await socketHouse({ switches: 2_000 });
  t.after(house.close);
  const session = await house.session('admin');
  const deaf = await joinedWire(house.local, 4, `&x-service-sid=${session}`);
  deaf.socket.pause();

  for (let id = 1; house.sockets.connections > 0; id += 1) {
    deaf.send(asFrame(id, 'getAllComponents', { withProperties: true, withMappings: true }));
    await new Promise((passed) => setImmediate(passed));
    assert.ok(id < 1_000, 'the client is still there');
  }

  deaf.close();
});

test('a client that polls too seldom is cut off', async (t) => {
  const house = await socketHouse({ switches: 20 });
  t.after(house.close);
  const session = await house.session('admin');
  const address = `${house.local}/socket.io-v4/?EIO=4&transport=polling&x-service-sid=${session}`;
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string };
  const say = (body: string) => fetch(`${address}&sid=${sid}`, { method: 'POST', body });
  await say('40/api/v1,');
  await (await fetch(`${address}&sid=${sid}`)).text();
  await say(asFrame(1, 'init', {}));

  let told = 0;
  while (house.sockets.connections > 0) {
    told += flood(house, 1_000);
    await new Promise((passed) => setImmediate(passed));
    assert.ok(told < 2_000_000, 'the client is still there');
  }

  assert.equal((await fetch(`${address}&sid=${sid}`)).status, 400);
});

test('a client that fills a whole message with heartbeats, calls or connects holds up nobody for long', async (t) => {
  const house = await socketHouse();
  t.after(house.close);
  const session = await house.session('admin');
  const witness = await readyWith(house.local, session);
  t.after(witness.close);
  const most = SOCKET_LIMITS.packetBytes.value - 64;
  const bodies = [
    ['/socket.io/?EIO=3', '1:2', 'cut off'],
    ['/socket.io/?EIO=3', '10:40/api/v1,', 'still there'],
    ['/socket.io/?EIO=3', '9:40/other,', 'cut off'],
    ['/socket.io-v4/?EIO=4', '40/api/v1,\u001e', 'cut off'],
    ['/socket.io-v4/?EIO=4', '40/other,\u001e', 'cut off'],
    ['/socket.io-v4/?EIO=4', '40\u001e', 'cut off'],
    ['/socket.io-v4/?EIO=4', '42/api/v1,["auth"]\u001e', 'cut off'],
  ] as const;

  for (const [target, unit, fate] of bodies) {
    const address = `${house.local}${target}&transport=polling`;
    const open = await (await fetch(address)).text();
    const sid = /"sid":"([^"]+)"/.exec(open)?.[1];
    const body = unit.repeat(most / unit.length);
    const posted = fetch(`${address}&sid=${sid}`, { method: 'POST', body }).then(
      ({ status }) => status,
      () => 0,
    );
    assert.ok((await posted) < 500, unit);
    await witness.ask('getVersion', undefined, 3_000);
    assert.equal((await fetch(`${address}&sid=${sid}`)).status, fate === 'cut off' ? 400 : 200, unit);
  }

  assert.deepEqual([witness.states, house.problems], [[], []]);
});

test('whoever makes events faster than clients read may wait for them, and waits for one that does not read only once', async (t) => {
  const house = await socketHouse({ switches: 20 });
  t.after(house.close);
  const session = await house.session('admin');
  const [slow, deaf] = [await listeningWire(house, session), await listeningWire(house, session, 2)];
  for (const wire of [slow, deaf]) wire.socket.pause();
  let waited: Promise<string>;
  let early: string;
  let told = 0;
  do {
    told += flood(house, 5_000);
    waited = house.sockets.caughtUp(milliseconds(2_000)).then(() => 'no longer waiting');
    early = await Promise.race([waited, new Promise<string>((passed) => setTimeout(passed, 50, 'waiting'))]);
  } while (early !== 'waiting');
  slow.socket.resume();
  await waited;
  const start = performance.now();
  for (let year = 0; year < 20; year += 1) {
    told += flood(house, 5_000);
    await house.sockets.caughtUp(milliseconds(2_000));
  }

  const heard = () => slow.heard.reduce((count, text) => count + text.split('"cid"').length - 1, 0);
  await until(() => heard() === told, 'everything, by the client that reads');
  assert.equal(house.sockets.connections, 1);
  assert.ok(performance.now() - start < 10_000);
  for (const wire of [slow, deaf]) wire.close();
});

test('a change is encoded once for all who may see the same, of both generations', async (t) => {
  const house = await socketHouse();
  t.after(house.close);
  const clients = await Promise.all(
    (['resident', 'admin', 'guest'] as const).flatMap((name) =>
      ([4, 2] as const).flatMap((generation) =>
        (['websocket', 'polling'] as const).map((transport) => ready(house.local, name, { generation, transport })),
      ),
    ),
  );
  for (const client of clients) t.after(client.close);

  const encode = mock.method(PacketEncoder.prototype, 'encode');
  t.after(() => encode.mock.restore());
  house.report('C1', 1);
  house.report('C2', 1);
  await until(() => clients.every((client) => client.updates().length > 0), 'a change for everybody');

  assert.equal(encode.mock.callCount(), 2);
  assert.deepEqual(
    clients.map((client) => client.updates().length),
    [2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1],
  );
});

test('a thousand clients at once are served, and leave nothing behind', async (t) => {
  const house = await socketHouse();
  t.after(house.close);
  const sessions = await Promise.all(['resident', 'guest'].map((name) => house.session(name)));

  const wires = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => listeningWire(house, sessions[index % 2] ?? '', index % 4 < 2 ? 4 : 2)),
  );
  house.report('C2', 1);
  house.report('C1', 1);
  await Promise.all(wires.map((wire) => wire.hear('42/api/v1,["onComponentUpdate"')));
  const heard = wires.map((wire) => wire.heard.filter((text) => text.includes('onComponentUpdate')).join());
  for (const wire of wires) wire.close();
  await until(() => house.sockets.connections === 0, 'the end of every connection');

  assert.ok(heard.every((text, index) => text.includes('"C2"') === (index % 2 === 0) && text.includes('"C1"')));
  assert.deepEqual(house.problems, []);
});

test('an end tells what is left, says goodbye to everybody and lets nobody in any more', async () => {
  const house = await socketHouse();
  const clients = await Promise.all(
    ([4, 2] as const).flatMap((generation) =>
      (['websocket', 'polling'] as const).map((transport) => ready(house.local, 'admin', { generation, transport })),
    ),
  );
  const silent = await openWire(house.local);
  silent.socket.pause();

  house.report('C1', 1);
  await new Promise((passed) => setImmediate(passed));
  house.report('C1', 0);
  await house.sockets.close();
  await until(() => clients.every((client) => !client.connected()), 'the end of every connection');
  await assert.rejects(openWire(house.local));
  const start = performance.now();
  await house.close();

  assert.ok(performance.now() - start < 2_000);
  assert.deepEqual(
    clients.map((client) => client.updates().length),
    [2, 2, 2, 2],
  );
  for (const client of clients) client.close();
  silent.close();
});

/** A line that is logged in and has said init. */
async function listeningWire(house: SocketHouse, session: string, generation: 4 | 2 = 4): Promise<Wire> {
  const wire = await joinedWire(house.local, generation, `&x-service-sid=${session}`);
  wire.send(asFrame(1, 'init', {}));
  await wire.hear('43/api/v1,1[true');
  return wire;
}

const wave = (index: number): 0 | 1 => (Math.floor(index / 20) % 2 === 0 ? 1 : 0);

/** So many changes in one go. */
function flood(house: SocketHouse, count: number): number {
  for (let index = 0; index < count; index += 1) house.report(`C${1 + (index % 20)}`, wave(index));
  return count;
}
