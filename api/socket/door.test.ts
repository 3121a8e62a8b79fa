import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import test, { after, before } from 'node:test';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';
import { openWire } from '../../property-tests/socket-wire.ts';

let house: SocketHouse;
before(async () => {
  house = await socketHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

test('only the requests of the protocol are let through, and none is answered with a status of 500 or more', async () => {
  const statusOf = async (method: string, target: string): Promise<number> => {
    const response = await fetch(house.local + target, { method, signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status;
  };
  const v4 = '/socket.io-v4/?EIO=4';

  assert.equal(await statusOf('GET', `${v4}&transport=polling`), 200);
  assert.equal(await statusOf('GET', '/socket.io-v4?EIO=4&transport=polling'), 200);
  assert.equal(await statusOf('GET', '/socket.io?EIO=3&transport=polling'), 200);
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD']) {
    assert.equal(await statusOf(method, `${v4}&transport=polling`), 405, method);
  }
  for (const target of [
    '/socket.io-v4/?EIO=3&transport=polling',
    '/socket.io-v4/?transport=polling',
    `${v4}&transport=websocket`,
    `${v4}&transport=webtransport`,
    `${v4}&transport=__proto__`,
    `${v4}&transport=polling&sid=__proto__`,
    `${v4}&transport=polling&sid=nobody`,
    `${v4}&transport=%ff%00`,
    '/socket.io-v4/?',
  ]) {
    assert.equal(await statusOf('GET', target), 400, target);
  }
  assert.equal(await statusOf('POST', `${v4}&transport=polling`), 400);
  for (const path of ['/socket.io/socket.io.js', '/socket.io-v4/x', '/socket.io-v5', '/', '/socket.iox?EIO=4']) {
    assert.equal(await statusOf('GET', path), 404, path);
  }
});

test('a request in the name of a websocket is answered', async (t) => {
  const wire = await openWire(house.local);
  t.after(wire.close);
  const { sid } = JSON.parse(wire.heard[0]?.slice(1) ?? '') as { sid: string };

  const statuses = await Promise.all(
    ['GET', 'POST'].flatMap((method) =>
      ['websocket', 'polling'].map(async (transport) => {
        const target = `${house.local}/socket.io-v4/?EIO=4&transport=${transport}&sid=${sid}`;
        return (await fetch(target, { method, signal: AbortSignal.timeout(2_000) })).status;
      }),
    ),
  );

  assert.deepEqual(statuses, [400, 400, 400, 400]);
});

test('a request for a websocket that is not one, or not for us, is refused in peace', async () => {
  const answerTo = (head: string): Promise<string> =>
    new Promise((answered) => {
      const socket = connectTcp(Number(new URL(house.local).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => answered(answer.split('\r\n', 1)[0] ?? ''));
      socket.on('error', () => undefined);
      socket.write(`${head}\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    });

  assert.equal(await answerTo('GET /elsewhere HTTP/1.1'), 'HTTP/1.1 404 Not Found');
  assert.match(await answerTo('GET /socket.io-v4/?EIO=4&transport=websocket HTTP/1.1'), /^HTTP\/1.1 4/);
  assert.match(await answerTo('GET /socket.io-v4/?EIO=4&transport=polling HTTP/1.1'), /^HTTP\/1.1 4/);
  assert.match(await answerTo('DELETE /socket.io/?EIO=4&transport=websocket HTTP/1.1'), /^HTTP\/1.1 405/);
});
