import assert from 'node:assert/strict';
import { connect as open, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { pause, type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { as, call, control, sessionOf, withSession } from '../http-client.ts';
import { pipeline, post } from '../pipeline.ts';
import { readyWith } from '../socket-client.ts';
import { assertUnharmed, residentMemory } from '../unharmed.ts';

/** MiB that the process may have grown by over many requests: what a garbage collector leaves lying, and no more. */
const MOST_GROWTH = 24;

describe('many at once and slow ones', () => {
  let sandbox: RunningSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(async () => {
    await assertUnharmed(sandbox);
    assert.equal(await sandbox.stop(), 0);
  });

  test('a thousand connections at once are all answered', async () => {
    const headers = withSession(await sessionOf(sandbox.http, 'resident'));

    const { statuses, answered } = await pipeline(sandbox.http, () => post('getVersion', headers), {
      connections: 1_000,
      total: 4_000,
      depth: 4,
    });

    assert.equal(answered, 4_000);
    assert.deepEqual([...statuses.keys()], [200]);
  });

  test('two hundred Socket.io clients at once all hear of a change', async () => {
    const id = await sessionOf(sandbox.http, 'resident');
    const sockets = await Promise.all(
      Array.from({ length: 200 }, (_, index) => readyWith(sandbox.http, id, { generation: index % 4 === 0 ? 2 : 4 })),
    );

    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });

    await until(() => sockets.every((socket) => socket.updates().length === 1), 'everybody has heard', 10_000);
    for (const socket of sockets) socket.close();
  });

  test('clients that never finish what they say hold up nobody', async () => {
    const { hostname, port } = new URL(sandbox.http);
    const beginnings = [
      'GET /api/v1/getVersion HTTP/1.1\r\nhost: x\r\n',
      'POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\ncontent-type: application/json\r\n\r\n{',
      'POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n400\r\n{',
      '',
    ];
    const slow: Socket[] = Array.from({ length: 400 }, (_, index) => {
      const socket = open({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      socket.write(beginnings[index % beginnings.length] ?? '');
      return socket;
    });
    for (let drop = 0; drop < 5; drop += 1) {
      await pause(100);
      for (const socket of slow) if (!socket.destroyed) socket.write('x');
      const asked = Date.now();
      assert.equal((await call(sandbox.http, 'getAllComponents', {}, { headers: as('resident') })).status, 200);
      assert.ok(Date.now() - asked < 1_000, `${Date.now() - asked} ms`);
    }
    for (const socket of slow) socket.destroy();
  });

  test('clients that vanish in the middle of an answer are forgotten', async () => {
    const headers = withSession(await sessionOf(sandbox.http, 'resident'));
    const { hostname, port } = new URL(sandbox.http);
    for (let time = 0; time < 200; time += 1) {
      const socket = open({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      socket.write(
        post(
          'getAllComponents',
          { ...headers, 'content-type': 'application/json' },
          '{"withProperties":true,"withMappings":true}',
        ),
      );
      setTimeout(() => socket.resetAndDestroy(), time % 10);
    }
    await pause(200);
    await assertUnharmed(sandbox);
  });

  test(`a hundred thousand requests with credential headers leave at most ${MOST_GROWTH} MiB behind`, async () => {
    const request = post('getVersion', as('resident'));
    const many = (total: number) => pipeline(sandbox.http, () => request, { connections: 8, total, depth: 16 });
    await many(25_000);
    const before = residentMemory(sandbox.pid);

    const { statuses } = await many(100_000);

    const growth = residentMemory(sandbox.pid) - before;
    assert.deepEqual([...statuses], [[200, 100_000]]);
    assert.ok(growth <= MOST_GROWTH, `grew by ${growth.toFixed(1)} MiB from ${before.toFixed(1)} MiB`);
  });

  test('every request with credential headers opens a session of its own, and none costs anything until it is used', async () => {
    const cookies = new Set<string>();
    for (let time = 0; time < 20; time += 1) {
      const answer = await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });
      cookies.add(answer.headers['set-cookie']?.[0]?.split(';')[0] ?? 'none');
    }

    assert.equal(cookies.size, 20);
    for (const cookie of [...cookies].slice(-3)) {
      assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: { cookie } })).status, 200);
    }
  });

  test('however many names are tried, from however many addresses, the tables stay small', async () => {
    const guess = (index: number) =>
      post('getVersion', { 'auth-username': `${index}-${'x'.repeat(500)}`, 'auth-password': 'x' });
    await pipeline(sandbox.http, guess, { connections: 1, total: 8, depth: 1, from: '127.0.2.1' });
    const before = residentMemory(sandbox.pid);

    const { statuses } = await pipeline(sandbox.http, guess, { connections: 8, total: 30_000, from: '127.0.2.1' });

    const growth = residentMemory(sandbox.pid) - before;
    assert.deepEqual([...statuses], [[401, 30_000]]);
    assert.ok(growth <= MOST_GROWTH, `grew by ${growth.toFixed(1)} MiB`);
    assert.equal(
      (await call(sandbox.http, 'getVersion', {}, { headers: as('resident') })).status,
      200,
      'other addresses are let in',
    );
  });
});
