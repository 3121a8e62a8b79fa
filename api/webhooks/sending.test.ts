import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { bareReceiver } from '../../property-tests/bare-receiver.ts';
import { until } from '../../property-tests/fixtures.ts';
import { OK, openReceiver } from '../../property-tests/receiver.ts';
import { delivered, webHookHouse } from '../../property-tests/web-hook-house.ts';

test('one GET with the parameters, and the controller’s name in the User-Agent', async () => {
  const receiver = await openReceiver();
  const house = await webHookHouse({ name: 'Haus "Zoë" (alt)\\\r\nX: y' });
  const id = await house.add('C2', `${receiver.origin}/hook?key=a%2fb`);
  house.report('C2', 1);
  await receiver.heard(1);
  const [told] = receiver.told;
  assert.equal(told?.target, `/hook?key=a%2fb&id=${id}&cid=C2&property=state&content=1`);
  const agent = Buffer.from(told?.headers['user-agent'] ?? '', 'latin1').toString('utf8');
  assert.match(agent, /^Twinhaus\/\d+\.\d+\.\d+\S* \(Haus "Zoë" \\\(alt\\\)\\\\ X: y\)$/);
  await until(async () => (await house.deliveries(id)).length === 1, 'a delivery');
  const [{ duration, ...delivery } = { duration: -1 }] = await house.deliveries(id);
  assert.deepEqual(delivery, { time: '2026-06-01T12:00:00.000Z', status: 200, reason: null, content: 1 });
  assert.ok(duration >= 0 && duration < 5_000);
  await house.close();
  await receiver.close();
});

test('the answer is not evaluated, and no redirect is followed', async () => {
  const other = await openReceiver();
  for (const [status, headers] of [
    [500, {}],
    [404, {}],
    [204, {}],
    [401, { 'www-authenticate': 'Basic' }],
    [301, { location: `${other.origin}/elsewhere` }],
    [307, { location: '/again' }],
    [503, { 'retry-after': '0' }],
  ] as const) {
    const receiver = await openReceiver((_, response) => {
      response.writeHead(status, headers);
      response.end();
    });
    const { delivery, house } = await delivered(receiver.origin);
    assert.deepEqual([delivery?.status, delivery?.reason], [status, null]);
    assert.deepEqual([receiver.told.length, house.problems], [1, []], `${status}`);
    await house.close();
    await receiver.close();
  }
  assert.equal(other.told.length, 0);
  await other.close();
});

test('a connection serves what waits for it, and is closed when nothing waits', async () => {
  const slow: RequestListener = (request, response) => void setTimeout(() => OK(request, response), 5);
  const receiver = await openReceiver(slow);
  const house = await webHookHouse();
  const id = await house.add('C1', receiver.origin);
  for (let count = 0; count < 20; count += 1) house.report('C1', count % 2 === 0 ? 1 : 0);
  await until(async () => (await house.deliveries(id)).length === 20, 'all');
  assert.equal(receiver.connections, 1);
  await until(() => receiver.open === 0, 'the connection is closed', 1_000);
  assert.deepEqual(
    receiver.told.map(({ content }) => content),
    Array.from({ length: 20 }, (_, count) => String((count + 1) % 2)),
  );
  house.report('C1', 1);
  await until(async () => (await house.deliveries(id)).length === 21, 'one more');
  assert.equal(receiver.connections, 2);
  await house.close();
  await receiver.close();
});

test('a receiver that closes after each answer without a word misses nothing', async () => {
  const told: string[] = [];
  const receiver = await bareReceiver((socket, text) => {
    told.push(/content=(\d)/.exec(text)?.[1] ?? '');
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', () => setTimeout(() => socket.destroy(), 2));
  });
  const house = await webHookHouse();
  const id = await house.add('C1', receiver.url);
  for (let count = 0; count < 20; count += 1) house.report('C1', count % 2 === 0 ? 1 : 0);
  await until(async () => (await house.deliveries(id)).length === 20, 'all');
  assert.deepEqual(new Set((await house.deliveries(id)).map(({ status, reason }) => reason ?? status)), new Set([200]));
  assert.equal(told.join(''), '10'.repeat(10));
  assert.deepEqual(house.problems, []);
  await house.close();
  await receiver.close();
});

test('a receiver that dies and returns misses what happened meanwhile, and nothing else', async () => {
  let receiver = await openReceiver();
  const port = Number(new URL(receiver.origin).port);
  const house = await webHookHouse();
  const id = await house.add('C1', receiver.origin);
  const change = async (content: 0 | 1, count: number) => {
    house.report('C1', content);
    await until(async () => (await house.deliveries(id)).length === count, `delivery ${count}`);
    return (await house.deliveries(id))[0]?.status;
  };
  assert.equal(await change(1, 1), 200);
  await receiver.close();
  assert.equal(await change(0, 2), null);
  receiver = await openReceiver(OK, { port });
  assert.equal(await change(1, 3), 200);
  assert.deepEqual(
    receiver.told.map(({ content }) => content),
    ['1'],
  );
  await house.close();
  await receiver.close();
});
