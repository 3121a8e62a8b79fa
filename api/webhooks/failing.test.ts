import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { bareReceiver } from '../../property-tests/bare-receiver.ts';
import { until } from '../../property-tests/fixtures.ts';
import { fullBacklog } from '../../property-tests/full-backlog.ts';
import { HANG, openReceiver } from '../../property-tests/receiver.ts';
import { NOON } from '../../property-tests/small-house.ts';
import { delivered, webHookHouse } from '../../property-tests/web-hook-house.ts';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';

/** What became of the first delivery, on a network clock that is driven; `begun` says when the receiver has heard of it. */
const fate = async (url: string, begun: () => boolean | Promise<unknown>) => {
  const networkClock = new VirtualClock(NOON);
  const house = await webHookHouse({ networkClock });
  const id = await house.add('C1', url);
  house.report('C1', 1);
  const waits = begun();
  if (waits instanceof Promise) await waits;
  const pass = async (ms: number) => {
    networkClock.advanceTo((networkClock.now() + ms) as Instant);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    return house.deliveries(id);
  };
  return { house, id, pass };
};

test('five seconds are the end of it, wherever it hangs', async () => {
  const silent = await openReceiver(HANG);
  const dripping = await openReceiver((_, response) => {
    response.writeHead(200);
    response.write('x');
  });
  const early = await openReceiver((request) => {
    request.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
  });
  const backlog = await fullBacklog();
  for (const [what, url, heard, status, reason] of [
    ['no headers', silent.origin, () => silent.heard(1), null, 'no answer within 5 s'],
    ['only hints', early.origin, () => early.heard(1), null, 'no answer within 5 s'],
    ['no end', dripping.origin, () => dripping.heard(1), 200, 'the answer did not end in time'],
    ['no connection', backlog.origin, () => true, null, 'no answer within 5 s'],
  ] as const) {
    const { house, pass } = await fate(url, heard);
    if (status === 200) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await pass(4_999), [], what);
    const [{ time: _, ...delivery } = { time: '' }] = await pass(1);
    assert.deepEqual(delivery, { status, reason, duration: 5_000, content: 1 }, what);
    assert.equal(house.problems.length, 1);
    assert.match(String(house.problems[0]?.during), /^call webhook 1 at http:\/\/127\.0\.0\.1:\d+$/);
    await house.close();
  }
  await Promise.all([silent.close(), early.close(), dripping.close(), backlog.close()]);
});

test('a body that trickles on and on does not win time', async () => {
  const socketOf = new Set<Socket>();
  const trickling = await bareReceiver((socket) => {
    socketOf.add(socket);
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  });
  const { house, pass } = await fate(
    trickling.url,
    () => until(() => socketOf.size === 1, 'a connection') as Promise<void>,
  );
  for (let second = 1; second < 5; second += 1) {
    for (const socket of socketOf) socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(await pass(1_000), []);
  }
  assert.equal((await pass(1_000))[0]?.reason, 'the answer did not end in time');
  await until(() => trickling.open === 0, 'the connection is cut');
  await house.close();
  await trickling.close();
});

test('whatever a receiver does, it is one call, and why it failed is remembered and logged', async () => {
  const gone = await openReceiver();
  await gone.close();
  const writes = (text: string) => (socket: Socket) => void socket.end(text);
  for (const [what, talk, status, reason] of [
    ['resets', (socket: Socket) => void socket.resetAndDestroy(), null, 'connection reset'],
    ['hangs up', (socket: Socket) => void socket.end(), null, 'connection reset'],
    ['speaks something else', writes('220 mail.example ESMTP\r\n'), null, 'the answer is not HTTP'],
    ['breaks off', writes('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx'), 200, 'the connection was closed'],
    [
      'answers with huge headers',
      writes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(LIMITS.webHookHeaderBytes.value)}\r\n\r\n`),
      null,
      'the headers of the answer are too long',
    ],
    [
      'changes the protocol',
      writes('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      null,
      'the connection was closed',
    ],
  ] as const) {
    let calls = 0;
    const receiver = await bareReceiver((socket) => {
      calls += 1;
      talk(socket);
    });
    const { delivery, house } = await delivered(`${receiver.url}secret-path?token=secret`);
    assert.deepEqual([delivery?.status, delivery?.reason], [status, reason], what);
    assert.equal(calls, 1, what);
    assert.equal(house.problems.length, 1, what);
    const [problem] = house.problems;
    assert.match(String(problem?.error), new RegExp(`^Error: ${reason} \\(\\d+ ms\\)$`), what);
    assert.doesNotMatch(`${problem?.during} ${problem?.error}`, /secret/);
    await house.close();
    await receiver.close();
  }
  for (const [url, reason] of [
    [gone.origin, 'connection refused'],
    ['http://nobody.invalid/', /^name not found/],
  ] as const) {
    const { delivery, house } = await delivered(url);
    assert.equal(delivery?.status, null);
    assert.match(String(delivery?.reason), typeof reason === 'string' ? new RegExp(`^${reason}$`) : reason);
    await house.close();
  }
});

test('of a huge body no more is read than the limit, and it is no failure', async () => {
  let written = 0;
  const receiver = await openReceiver((_, response) => {
    const pour = (): void => {
      while (!response.destroyed && written < 64 * LIMITS.webHookBodyBytes.value) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536))) {
          response.once('drain', pour);
          return;
        }
      }
      response.end();
    };
    pour();
  });
  const { delivery, house } = await delivered(receiver.origin);
  assert.deepEqual([delivery?.status, delivery?.reason, house.problems], [200, null, []]);
  assert.ok(written < 32 * LIMITS.webHookBodyBytes.value, `${written} bytes were taken`);
  await house.close();
  await receiver.close();
});
