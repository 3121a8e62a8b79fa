import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../property-tests/memory-store.ts';
import {
  byPassword,
  bySession,
  NOON,
  openSession,
  openSmallHouse,
  outcome,
  passwordOf,
  request,
} from '../property-tests/small-house.ts';
import type { Instant } from '../twin/index.ts';
import { VirtualClock } from '../twin/index.ts';
import type { AuditEvent } from './audit.ts';
import { createAudit } from './create-audit.ts';
import { LIMITS } from './limits.ts';

type House = Awaited<ReturnType<typeof openSmallHouse>>;

const lines = async ({ gate }: House, session: string, input: object = {}) =>
  outcome(await gate.handle(request('getAudit', input, { credentials: bySession(session) }))) as {
    readonly [field: string]: unknown;
  }[];
const brief = (listed: readonly { readonly [field: string]: unknown }[]) =>
  listed.map(({ kind, user, call, target, code, count }) => [kind, user, call, target, code, count]);

test('changes, logins and refusals are told with who, what, when and from where', async () => {
  const house = await openSmallHouse();
  const { gate, clock } = house;
  const admin = await openSession(gate, 'admin');
  const resident = await openSession(gate, 'resident');
  clock.advanceTo((NOON + 1_000) as Instant);
  const ask = (call: string, input: object, id: string, more = {}) =>
    gate.handle(request(call, input, { credentials: bySession(id), ...more }));
  await ask('addRoom', { name: 'Loft' }, admin, { transport: 'http', source: '192.0.2.7' });
  await ask('setComponent', { cid: 'C1', name: 'Lamp' }, admin);
  await ask('removeRoom', { id: 9 }, admin);
  await ask('getUsers', {}, resident);
  await ask('getVersion', {}, resident);
  await ask('componentUpdate', { cid: 'C1', property: 'state', value: true }, resident);
  await ask('getVersion', {}, 'nonsense');
  await gate.handle(request('getVersion', {}, { credentials: byPassword('guest', 'wrong') }));
  await gate.handle(request('getVersion', {}, { credentials: byPassword('my secret by mistake', 'x') }));
  await gate.handle(
    request(
      'auth',
      { username: 'former', password: passwordOf('former') },
      { credentials: { kind: 'input', cookie: undefined } },
    ),
  );

  const listed = await lines(house, admin);
  assert.deepEqual(brief(listed), [
    ['refusal', 'former', 'auth', null, 122, 1],
    ['refusal', null, 'getVersion', null, 110, 1],
    ['refusal', 'guest', 'getVersion', null, 110, 1],
    ['refusal', null, 'getVersion', null, 106, 1],
    ['refusal', 'resident', 'getUsers', null, 117, 1],
    ['refusal', 'admin', 'removeRoom', 9, 112, 1],
    ['change', 'admin', 'setComponent', 'C1', null, 1],
    ['change', 'admin', 'addRoom', 4, null, 1],
    ['login', 'resident', 'auth', null, null, 1],
    ['login', 'admin', 'auth', null, null, 1],
  ]);
  const { id, at, transport, path, source } = listed[7] ?? {};
  assert.deepEqual([id, at, transport, path, source], [3, '2026-06-01T12:00:01.000Z', 'http', 'local', '192.0.2.7']);
  assert.equal((await lines(house, admin, { since: '2026-06-01T12:00:01Z' })).length, 8);
  assert.deepEqual(
    (await lines(house, admin, { limit: 1 })).map((line) => line.id),
    [10],
  );
  assert.deepEqual(await lines(house, admin, { since: 'yesterday' }), [400, 106]);
});

test('a password with every request is one line a minute, and so is the same refusal', async () => {
  const house = await openSmallHouse();
  const { gate, clock } = house;
  const admin = await openSession(gate, 'admin');
  const use = (username: string, password?: string) =>
    gate.handle(request('getVersion', {}, { credentials: byPassword(username, password) }));
  for (let time = 0; time < 50; time += 1) await use('resident');
  clock.advanceTo((NOON + 59_999) as Instant);
  await use('resident');
  clock.advanceTo((NOON + 60_000) as Instant);
  await use('resident');
  for (let time = 0; time < 3; time += 1) await use('guest', 'wrong');

  assert.deepEqual(brief(await lines(house, admin)), [
    ['refusal', 'guest', 'getVersion', null, 110, 3],
    ['login', 'resident', 'getVersion', null, null, 1],
    ['login', 'resident', 'getVersion', null, null, 51],
    ['login', 'admin', 'auth', null, null, 1],
  ]);
});

const event = (more: Partial<AuditEvent> = {}): AuditEvent =>
  ({
    ...{ kind: 'change', user: 'admin', call: 'addRoom', target: 1, transport: 'http', path: 'local' },
    ...{ source: '192.0.2.1', code: null },
    ...more,
  }) as AuditEvent;
const all = { since: null, limit: 100_000 };

test('it survives restarts, is stored a second later at most, and counts alone cost no write', async () => {
  const store = new MemoryStore();
  let writes = 0;
  const counting = {
    read: store.read.bind(store),
    close: store.close.bind(store),
    write: (changes: Parameters<typeof store.write>[0]) => {
      writes += 1;
      return store.write(changes);
    },
  };
  const [clock, networkClock] = [new VirtualClock(NOON), new VirtualClock(NOON)];
  const options = { clock, networkClock, store: counting, report: () => assert.fail() };
  const audit = createAudit(options);
  const login = event({ kind: 'login', target: null });
  audit.note(event());
  audit.note(login);
  networkClock.advanceTo((NOON + 999) as Instant);
  assert.equal(writes, 0);
  networkClock.advanceTo((NOON + 1_000) as Instant);
  assert.equal(writes, 1);
  for (let time = 0; time < 100; time += 1) audit.note(login);
  networkClock.advanceTo((NOON + 10_000) as Instant);
  assert.equal(writes, 1);
  assert.equal(createAudit(options).lines(all).length, 2);
  await audit.close();

  const again = createAudit(options);
  assert.deepEqual(again.lines(all), audit.lines(all));
  assert.equal(again.lines(all)[0]?.count, 101);
  again.note(event());
  assert.equal(again.lines(all)[0]?.id, 3);
});

test('it is bounded, and no number of logins drives the changes out', async () => {
  const store = new MemoryStore();
  const [clock, networkClock] = [new VirtualClock(NOON), new VirtualClock(NOON)];
  const audit = createAudit({ clock, networkClock, store, report: () => assert.fail() });
  audit.note(event());
  for (let number = 0; number < LIMITS.audit.value + 50; number += 1) {
    audit.note(event({ kind: 'refusal', source: `host ${number}`, code: 110 }));
  }
  const listed = audit.lines(all);
  assert.equal(listed.length, LIMITS.audit.value + 1);
  assert.equal(listed.at(-1)?.kind, 'change');
  await audit.close();
  assert.equal(store.read('audit').size, LIMITS.audit.value + 1);
});
