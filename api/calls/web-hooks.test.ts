import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import { byPassword, request } from '../../property-tests/small-house.ts';
import { webHookHouse } from '../../property-tests/web-hook-house.ts';
import { type Instant, StoreFault } from '../../twin/index.ts';
import { type ConfigurationUpdate, configurationUpdates } from '../configuration-updates.ts';
import { LIMITS } from '../limits.ts';

const GOOD = { type: 'component', cid: 'C1', property: 'state', url: 'http://192.0.2.1/a', enabled: false };

test('a webhook is added, switched, listed and removed; its times are the twin’s, and no identifier comes twice', async () => {
  const house = await webHookHouse();
  const { ask, clock } = house;
  assert.deepEqual(await ask('getWebHooks'), []);
  assert.deepEqual(await ask('addWebHook', GOOD), { id: 1 });
  clock.advanceTo((clock.now() + 60_000) as Instant);
  assert.deepEqual(await ask('addWebHook', { ...GOOD, enabled: undefined }), { id: 2 });
  const one = {
    ...{ id: 1, created: '2026-06-01T12:00:00.000Z', lastUpdate: '2026-06-01T12:00:00.000Z', type: 'component' },
    ...{ url: GOOD.url, enabled: false, cid: 'C1', property: 'state' },
  };
  const two = {
    ...one,
    id: 2,
    created: '2026-06-01T12:01:00.000Z',
    lastUpdate: '2026-06-01T12:01:00.000Z',
    enabled: true,
  };
  assert.deepEqual(await ask('getWebHooks'), [one, two]);

  clock.advanceTo((clock.now() + 60_000) as Instant);
  assert.deepEqual([await ask('enableWebHook', { id: 1 }), await ask('disableWebHook', { id: 2 })], [true, true]);
  const later = { lastUpdate: '2026-06-01T12:02:00.000Z' };
  assert.deepEqual(await ask('getWebHooks'), [
    { ...one, ...later, enabled: true },
    { ...two, ...later, enabled: false },
  ]);
  clock.advanceTo((clock.now() + 60_000) as Instant);
  assert.equal(await ask('disableWebHook', { id: 2 }), true);
  assert.deepEqual(((await ask('getWebHooks')) as object[])[1], { ...two, ...later, enabled: false }, 'no change');

  assert.equal(await ask('removeWebHook', { id: 2 }), true);
  for (const call of ['enableWebHook', 'disableWebHook', 'removeWebHook', 'getWebHookDeliveries', 'testWebHook']) {
    assert.deepEqual(await ask(call, { id: 2 }), [400, 112], call);
    assert.deepEqual(await ask(call, {}), [400, 106], call);
    assert.deepEqual(await ask(call, { id: '2' }), [400, 106], call);
  }
  assert.deepEqual(await ask('addWebHook', GOOD), { id: 3 });
  await house.close();
});

test('what is wrong with a new webhook: first its form, then what it names', async () => {
  const house = await webHookHouse();
  const without = (field: string) => Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== field));
  for (const [input, expected] of [
    [{}, /^106 .*: type: /],
    [without('cid'), /^106 .*: cid: /],
    [without('property'), /^106 .*: property: /],
    [without('url'), /^106 .*: url: /],
    [without('type'), /^106 .*: type: /],
    [{ ...without('cid'), type: 'join' }, /^106 .*: cid: /],
    [{ ...GOOD, colour: 'red' }, /^106 .*: colour: /],
    [{ ...GOOD, cid: 1 }, /^106 .*: cid: /],
    [{ ...GOOD, enabled: 'no' }, /^106 .*: enabled: /],
    [{ ...GOOD, url: 'ftp://192.0.2.1/a', type: 'join' }, /^106 .*: url: only http/],
    [{ ...GOOD, url: 'http://me:secret@192.0.2.1/' }, /^106 .*: url: no credentials in the address$/],
    [{ ...GOOD, type: 'join' }, /^112 .*: type: /],
    [{ ...GOOD, type: 'join', cid: 'C99' }, /^112 .*: type: /],
    [{ ...GOOD, type: 'Component' }, /^112 .*: type: /],
    [{ ...GOOD, cid: 'C99' }, /^112 .*: cid: /],
    [{ ...GOOD, cid: '__proto__' }, /^112 .*: cid: /],
    [{ ...GOOD, property: 'castle' }, /^112 .*: property: /],
    [{ ...GOOD, property: 'constructor' }, /^112 .*: property: /],
  ] as const) {
    const answer = await house.gate.handle(request('addWebHook', input, { credentials: byPassword('admin') }));
    assert.ok(!answer.ok, JSON.stringify(input));
    assert.match(`${answer.body.errorCode} ${answer.body.errorText}`, expected, JSON.stringify(input));
  }
  assert.deepEqual(await house.ask('getWebHooks'), []);
  await house.close();
});

test('only administrators have to do with webhooks, and nobody while the skill is off', async () => {
  const house = await webHookHouse();
  const calls = ['addWebHook', 'getWebHooks', 'enableWebHook', 'disableWebHook', 'removeWebHook'];
  for (const call of [...calls, 'getWebHookDeliveries', 'testWebHook']) {
    assert.deepEqual(await house.ask(call, {}, 'resident'), [400, 117], call);
  }
  assert.equal(await house.ask('setSkill', { id: 'webhooks', enabled: false }), true);
  for (const call of [...calls, 'getWebHookDeliveries', 'testWebHook']) {
    assert.deepEqual(await house.ask(call, {}), [400, 117], call);
  }
  await house.close();
});

test('there is room for a thousand webhooks, and one more is refused', async () => {
  const house = await webHookHouse({ lamps: 100 });
  assert.ok(LIMITS.webHooks.value >= 1_000);
  for (let index = 0; index < LIMITS.webHooks.value; index += 1) {
    await house.add(`C${1 + (index % 100)}`, `http://192.0.2.1/${index}`, index % 2 === 0);
  }
  assert.deepEqual(await house.ask('addWebHook', GOOD), [400, 106]);
  assert.equal(await house.ask('removeWebHook', { id: 500 }), true);
  assert.deepEqual(await house.ask('addWebHook', GOOD), { id: LIMITS.webHooks.value + 1 });
  await house.close();
});

test('a restart finds what was acknowledged, and goes on counting', async () => {
  const store = new MemoryStore();
  let house = await webHookHouse({ store });
  await house.add('C1', 'http://192.0.2.1/one');
  await house.add('C2', 'http://192.0.2.1/two', false);
  await house.add('C3', 'http://192.0.2.1/three');
  await house.ask('disableWebHook', { id: 1 });
  await house.ask('removeWebHook', { id: 3 });
  const before = await house.ask('getWebHooks');
  await house.close();

  house = await webHookHouse({ store });
  assert.deepEqual(await house.ask('getWebHooks'), before);
  assert.deepEqual(await house.ask('addWebHook', GOOD), { id: 4 });
  for (const id of [1, 2, 4]) await house.ask('removeWebHook', { id });
  await house.close();

  house = await webHookHouse({ store });
  assert.deepEqual(await house.ask('addWebHook', GOOD), { id: 5 });
  await house.close();
});

test('what the store refuses has not happened', async () => {
  const store = new MemoryStore();
  const house = await webHookHouse({ store });
  await house.add('C1', 'http://192.0.2.1/one');
  const before = await house.ask('getWebHooks');
  store.write = () => Promise.reject(new StoreFault('the disk is full'));
  for (const [call, input] of [
    ['addWebHook', GOOD],
    ['disableWebHook', { id: 1 }],
    ['removeWebHook', { id: 1 }],
  ] as const) {
    assert.deepEqual(await house.ask(call, input), [408, 116], call);
  }
  assert.deepEqual(await house.ask('getWebHooks'), before);
  assert.equal(house.problems.length, 3);
  await house.close();
});

test('changes at once lose nothing of each other’s', async () => {
  const store = new MemoryStore();
  const house = await webHookHouse({ store });
  const added = await Promise.all(
    Array.from({ length: 20 }, (_, index) => house.add('C1', `http://192.0.2.1/${index}`, false)),
  );
  assert.equal(new Set(added).size, 20);
  const outcomes = await Promise.all([
    house.ask('enableWebHook', { id: 1 }),
    house.ask('removeWebHook', { id: 1 }),
    house.ask('enableWebHook', { id: 1 }),
    house.ask('removeWebHook', { id: 1 }),
  ]);
  assert.deepEqual(outcomes, [true, true, [400, 112], [400, 112]]);
  assert.equal(store.read('webhooks').has('1'), false);
  await house.close();
});

test('changes are journaled and told, with nothing of an address that may be a secret in the journal', async () => {
  const house = await webHookHouse();
  const told: unknown[] = [];
  const updates: ConfigurationUpdate[] = [];
  const hearing = configurationUpdates(house.twin, {
    ...{ users: new Map(), remoteTokens: new Map(), mcpTokens: new Map() },
    webHooks: house.webHooks,
  }).subscribe((update) => updates.push(update));
  const listening = house.twin.configuration.subscribe(({ collection, action, id }) =>
    told.push([collection, action, id]),
  );
  await house.add('C1', 'https://192.0.2.1:8443/path-secret?token=query-secret', false);
  await house.ask('enableWebHook', { id: 1 });
  await house.ask('enableWebHook', { id: 1 });
  await house.ask('removeWebHook', { id: 1 });
  listening.unsubscribe();
  hearing.unsubscribe();
  const url = 'https://192.0.2.1:8443/path-secret?token=query-secret';
  assert.deepEqual(
    updates.map(({ action, call, record }) => [action, call, record && { ...record, created: '', lastUpdate: '' }]),
    [
      ['add', 'addWebHook', { ...GOOD, id: 1, created: '', lastUpdate: '', url }],
      ['set', 'enableWebHook', { ...GOOD, id: 1, created: '', lastUpdate: '', url, enabled: true }],
      ['remove', 'removeWebHook', undefined],
    ],
  );
  assert.deepEqual(told, [
    ['webhooks', 'add', 1],
    ['webhooks', 'set', 1],
    ['webhooks', 'remove', 1],
  ]);
  const lines = house.journal.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'configuration');
  assert.deepEqual(
    lines.map(({ user, call, record }) => ({ user, call, record })),
    [
      {
        ...{ user: 'admin', call: 'addWebHook' },
        record: { type: 'component', origin: 'https://192.0.2.1:8443', enabled: false, cid: 'C1', property: 'state' },
      },
      { user: 'admin', call: 'enableWebHook', record: { enabled: true } },
      { user: 'admin', call: 'removeWebHook', record: undefined },
    ],
  );
  assert.doesNotMatch(house.journal.join('\n'), /secret/);
  await house.close();
});
