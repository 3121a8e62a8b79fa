import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../property-tests/fixtures.ts';
import { HANG, OK, openReceiver } from '../../property-tests/receiver.ts';
import { NOON } from '../../property-tests/small-house.ts';
import { webHookHouse } from '../../property-tests/web-hook-house.ts';
import { type Instant, milliseconds, VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';

test('a thousand webhooks on a hundred receivers, of which thirty hang: the others hear everything as soon as without those', async () => {
  const took: number[] = [];
  for (const hanging of [0, 30]) {
    // Time stands still for the network: those that hang go on hanging.
    const networkClock = new VirtualClock(NOON);
    const house = await webHookHouse({ lamps: 100, networkClock });
    const receivers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => openReceiver(index < hanging ? HANG : OK)),
    );
    for (let index = 0; index < 1_000; index += 1) {
      await house.add(`C${1 + (index % 100)}`, `${receivers[index % 100]?.origin}/${index}`);
    }
    const before = process.memoryUsage().heapUsed;
    const changeAll = async (content: 0 | 1, rounds: number) => {
      for (let component = 1; component <= 100; component += 1) house.report(`C${component}`, content);
      networkClock.advanceTo((networkClock.now() + 11) as Instant);
      await Promise.all(receivers.slice(hanging).map(({ heard }) => heard(rounds * 10)));
    };
    await changeAll(1, 1);
    const begun = performance.now();
    for (let round = 2; round <= 4; round += 1) await changeAll((round % 2) as 0 | 1, round);
    took.push(performance.now() - begun);

    for (const [index, { told }] of receivers.entries()) {
      assert.equal(told.length, index < hanging ? 1 : 40);
      const expected = Array.from({ length: 4 }, (_, round) => Array(10).fill(String((round + 1) % 2))).flat();
      if (index >= hanging)
        assert.deepEqual(
          told.map(({ content }) => content),
          expected,
        );
    }
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.ok(grown < 60, `${grown} MB`);
    assert.deepEqual(house.problems, []);
    await house.ask('setSkill', { id: 'webhooks', enabled: false });
    await house.close();
    await Promise.all(receivers.map(({ close }) => close()));
  }
  const [alone = 0, together = 0] = took;
  assert.ok(together < 2 * alone + 250, `${together} ms beside thirty that hang, ${alone} ms without`);
});

test('what is too much for a receiver drops its oldest calls, says so once, and touches no other receiver', async () => {
  const networkClock = new VirtualClock(NOON);
  const house = await webHookHouse({ networkClock });
  const [dead, alive] = [await openReceiver(HANG), await openReceiver()];
  const id = await house.add('C1', dead.origin);
  const other = await house.add('C2', alive.origin);
  const most = LIMITS.webHooksWaiting.value;
  for (let count = 1; count <= most + 5; count += 1) house.report('C1', (count % 2) as 0 | 1);
  house.report('C2', 1);
  house.events.flush();
  await alive.heard(1);
  await until(async () => (await house.deliveries(other)).length === 1, 'the answer of the one that lives');
  const deliveries = await house.deliveries(id);
  assert.deepEqual(
    deliveries.map(({ status, reason, duration }) => [status, reason, duration]),
    Array(4).fill([null, 'dropped', 0]),
    'one is under way',
  );
  assert.equal(house.problems.length, 1);
  assert.match(String(house.problems[0]?.during), /^keep up with http:\/\/127\.0\.0\.1:\d+$/);

  dead.answer = OK;
  networkClock.advanceTo((networkClock.now() + 5_000) as Instant);
  await dead.heard(most + 1);
  await until(() => house.problems.length === 3, 'the log says that it has caught up');
  assert.match(String(house.problems[2]?.during), /^send 4 calls of webhooks to http/);
  assert.equal(dead.told.at(-1)?.content, String((most + 5) % 2), 'the newest was kept');
  await house.close();
  await Promise.all([dead.close(), alive.close()]);
});

test('what is too much in all is taken from the longest queue', async () => {
  const networkClock = new VirtualClock(NOON);
  const house = await webHookHouse({ lamps: 12, networkClock });
  const receivers = await Promise.all(Array.from({ length: 12 }, () => openReceiver(HANG)));
  for (const [index, { origin }] of receivers.entries()) await house.add(`C${index + 1}`, origin);
  const each = LIMITS.webHooksWaiting.value - 100;
  for (let count = 1; count <= each + 1; count += 1) {
    for (let component = 2; component <= 12; component += 1) house.report(`C${component}`, (count % 2) as 0 | 1);
  }
  for (const content of [1, 0, 1] as const) house.report('C1', content);
  house.events.flush();
  const dropped = await Promise.all(receivers.map(async (_, index) => (await house.deliveries(index + 1)).length));
  assert.ok(11 * each > LIMITS.webHooksWaitingInAll.value);
  assert.equal(dropped[0], 0, 'the short one loses nothing');
  assert.ok(
    dropped.slice(1).every((count) => count > 0),
    String(dropped),
  );
  await house.ask('setSkill', { id: 'webhooks', enabled: false });
  await house.close();
  await Promise.all(receivers.map(({ close }) => close()));
});

test('a driven clock waits for a receiver that is behind, and for a dead one only once', async () => {
  const house = await webHookHouse();
  const [slow, dead] = [await openReceiver(), await openReceiver(HANG)];
  const behind = LIMITS.webHooksBehind.value;
  await house.add('C1', slow.origin);
  await house.add('C2', dead.origin);
  const changes = (cid: string) => {
    for (let count = 1; count <= 3 * behind; count += 1) house.report(cid, (count % 2) as 0 | 1);
    house.events.flush();
  };
  changes('C1');
  assert.ok(slow.told.length < 2 * behind);
  await house.webHooks.caughtUp(milliseconds(20_000));
  assert.ok(slow.told.length >= 2 * behind - 1, `${slow.told.length}`);

  changes('C2');
  const waits = async () => {
    const begun = performance.now();
    await house.webHooks.caughtUp(milliseconds(300));
    return performance.now() - begun;
  };
  const [first, second] = [await waits(), await waits()];
  assert.ok(first >= 295 && second < 100, `${first} ms, then ${second} ms`);
  await house.close();
  await Promise.all([slow.close(), dead.close()]);
});

test('the end of the controller waits a moment for what is under way, and no longer', async () => {
  const receiver = await openReceiver((request, response) => void setTimeout(() => OK(request, response), 60));
  const dead = await openReceiver(HANG);
  let house = await webHookHouse();
  await house.add('C1', receiver.origin);
  house.report('C1', 1);
  await receiver.heard(1);
  house.report('C1', 0);
  await house.close();
  assert.equal(receiver.told.length, 2);

  house = await webHookHouse();
  await house.add('C1', dead.origin);
  house.report('C1', 1);
  await dead.heard(1);
  const begun = performance.now();
  await house.close();
  const took = performance.now() - begun;
  assert.ok(took >= 200 && took < 1_500, `${took} ms`);
  await Promise.all([receiver.close(), dead.close()]);
});
