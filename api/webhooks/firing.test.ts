import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../property-tests/fixtures.ts';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import { HANG, openReceiver } from '../../property-tests/receiver.ts';
import { NOON } from '../../property-tests/small-house.ts';
import { webHookHouse } from '../../property-tests/web-hook-house.ts';
import { VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';

test('a change fires, a repetition does not', async () => {
  const receiver = await openReceiver();
  const house = await webHookHouse();
  await house.add('C1', receiver.origin);
  for (const content of [0, 0, 1, 1, 1, 0, 1] as const) house.report('C1', content);
  house.report('C2', 1);
  await receiver.heard(4);
  house.report('C1', 1);
  house.report('C1', 0);
  await receiver.heard(5);
  assert.deepEqual(
    receiver.told.map(({ content }) => content),
    ['0', '1', '0', '1', '0'],
  );
  await house.close();
  await receiver.close();
});

test('what changed before it began to watch is none of its business, even what is told only now', async () => {
  const receiver = await openReceiver();
  const house = await webHookHouse();
  const first = await house.add('C1', receiver.origin);
  const second = await house.add('C1', receiver.origin, false);
  house.report('C1', 1);
  await receiver.heard(1);
  // Within the bundle that is told some milliseconds later.
  house.report('C1', 0);
  house.report('C1', 1);
  await Promise.all([house.ask('enableWebHook', { id: second }), house.ask('disableWebHook', { id: first })]);
  house.report('C1', 1);
  house.report('C1', 0);
  await until(() => receiver.told.some(({ id }) => id === second), 'the second');
  await house.close();
  assert.deepEqual(
    receiver.told.slice(1).map(({ id, content }) => [id, content]),
    [[second, '0']],
  );
  await receiver.close();
});

test('what happened while nobody watched makes no change of a repetition, though half of it is told late', async () => {
  const receiver = await openReceiver();
  // The bundle stays open: nobody moves this clock.
  const house = await webHookHouse({ networkClock: new VirtualClock(NOON) });
  const id = await house.add('C1', receiver.origin);
  house.report('C1', 1);
  await receiver.heard(1);
  house.report('C1', 0);
  await house.ask('disableWebHook', { id });
  house.report('C1', 1);
  await house.ask('enableWebHook', { id });
  for (const content of [1, 1, 0] as const) house.report('C1', content);
  house.events.flush();
  await until(async () => (await house.deliveries(id))[0]?.content === 0, 'the last');
  await house.close();
  assert.deepEqual(
    receiver.told.map(({ content }) => content),
    ['1', '0'],
  );
  await receiver.close();
});

test('what is disabled, removed or switched off is not sent any more, though it waits already', async () => {
  for (const off of ['disableWebHook', 'removeWebHook', 'setSkill'] as const) {
    const receiver = await openReceiver(HANG);
    const house = await webHookHouse();
    const id = await house.add('C1', receiver.origin);
    const other = await house.add('C2', receiver.origin);
    for (const content of [1, 0, 1] as const) house.report('C1', content);
    await receiver.heard(1);
    house.report('C2', 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    receiver.answer = (_, response) => void response.end();
    assert.equal(await house.ask(off, off === 'setSkill' ? { id: 'webhooks', enabled: false } : { id }), true);
    for (const content of [0, 1] as const) house.report('C1', content);
    if (off === 'setSkill') {
      house.report('C2', 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(receiver.told.length, 1, off);
      assert.equal(await house.ask('setSkill', { id: 'webhooks', enabled: true }), true);
      house.report('C2', 0);
      house.report('C2', 1);
      await receiver.heard(2);
    }
    await until(() => receiver.told.some((told) => told.id === other), 'the other one');
    await house.close();
    assert.deepEqual(
      receiver.told.map((told) => [told.id, told.content]),
      [
        [id, '1'],
        [other, '1'],
      ],
      off,
    );
    assert.deepEqual(house.problems, [], 'nobody is told of what nobody wants');
    await receiver.close();
  }
});

test('the last 200 deliveries are remembered, the newest first', async () => {
  const receiver = await openReceiver();
  const house = await webHookHouse();
  const id = await house.add('C1', receiver.origin);
  const most = LIMITS.webHookDeliveries.value;
  for (let count = 1; count <= most + 51; count += 1) house.report('C1', (count % 2) as 0 | 1);
  await receiver.heard(most + 51);
  await until(async () => (await house.deliveries(id)).length === most, 'as many');
  await until(async () => (await house.deliveries(id))[0]?.content === 1, 'the last');
  assert.deepEqual(
    (await house.deliveries(id)).slice(0, 3).map(({ content }) => content),
    [1, 0, 1],
  );
  await house.close();
  await receiver.close();
});

test('a test sends the present content at once, even for a disabled webhook and beside a queue that hangs', async () => {
  const receiver = await openReceiver(HANG);
  const house = await webHookHouse();
  const id = await house.add('C1', `${receiver.origin}/x`);
  const disabled = await house.add('C2', receiver.origin, false);
  for (const content of [1, 0] as const) house.report('C1', content);
  await receiver.heard(1);
  receiver.answer = (_, response) => void response.writeHead(418).end();
  const delivery = { time: '2026-06-01T12:00:00.000Z', status: 418, reason: null };
  for (const [hook, content] of [
    [id, 0],
    [disabled, null],
  ] as const) {
    const { duration: _, ...tested } = (await house.ask('testWebHook', { id: hook })) as { duration: number };
    assert.deepEqual(tested, { ...delivery, content });
    assert.deepEqual(
      (await house.deliveries(hook)).map(({ status }) => status),
      [418],
    );
  }
  assert.equal(receiver.told.at(-1)?.target, `/?id=${disabled}&cid=C2&property=state&content=`);
  receiver.answer = HANG;
  const most = LIMITS.webHookTests.value;
  const tests = Array.from({ length: most + 1 }, () => house.ask('testWebHook', { id: disabled }));
  assert.deepEqual(await tests[most], [408, 116]);
  await house.ask('removeWebHook', { id: disabled });
  for (const test of tests.slice(0, most)) {
    assert.equal(((await test) as { reason: string }).reason, 'given up');
  }
  await house.close();
  await receiver.close();
});

test('webhooks of an earlier run watch from the start on', async () => {
  const receiver = await openReceiver();
  const store = new MemoryStore();
  let house = await webHookHouse({ store });
  await house.add('C1', receiver.origin);
  await house.add('C1', receiver.origin, false);
  await house.close();
  house = await webHookHouse({ store });
  house.report('C1', 1);
  await receiver.heard(1);
  await house.close();
  assert.deepEqual(
    receiver.told.map(({ id }) => id),
    [1],
  );
  await receiver.close();
});

test('a house without webhooks listens to nothing', async () => {
  const house = await webHookHouse();
  const listen = house.events.listen;
  let listening = 0;
  Object.assign(house.events, {
    listen: (...given: Parameters<typeof listen>) => {
      listening += 1;
      const end = listen(...given);
      return () => {
        listening -= 1;
        end();
      };
    },
  });
  await house.add('C1', 'http://192.0.2.1/', false);
  assert.equal(listening, 0);
  const id = await house.add('C1', 'http://192.0.2.1/');
  await house.add('C2', 'http://192.0.2.1/');
  assert.equal(listening, 1);
  await house.ask('disableWebHook', { id });
  await house.ask('removeWebHook', { id: 3 });
  assert.equal(listening, 0);
  await house.close();
});
