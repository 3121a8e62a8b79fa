import '../../property-tests/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import {
  byPassword,
  bySession,
  openSession,
  openSmallHouse,
  outcome,
  request,
} from '../../property-tests/small-house.ts';
import { COMMON_PASSWORDS } from '../access/common-passwords.ts';
import type { Credentials } from '../credentials.ts';

type House = Awaited<ReturnType<typeof openSmallHouse>>;

const ask = async ({ gate }: House, credentials: Credentials, call = 'getVersion', input: unknown = {}) => {
  const result = outcome(await gate.handle(request(call, input, { credentials })));
  return call === 'getVersion' && !Array.isArray(result) ? 'in' : result;
};
const administrator = async (house: House) => {
  const credentials = bySession(await openSession(house.gate, 'admin'));
  return (call: string, input: unknown = {}) => ask(house, credentials, call, input);
};
const GOOD = 'a decent password';

test('a user who is added can log in, and has what was said and no more', async () => {
  const house = await openSmallHouse();
  const admin = await administrator(house);
  assert.deepEqual(await admin('addUser', { username: 'new', password: GOOD, group: 'user' }), { id: 6 });
  assert.deepEqual(
    await admin('addUser', {
      ...{ username: 'other', password: GOOD, group: 'admin', enabled: false, remoteAccess: true },
      ...{ rooms: { '*': 'Off', 1: 'Full' }, scenes: { 2: 'Off' } },
    }),
    { id: 7 },
  );
  for (const more of [{ id: 1 }, { generation: 5 }]) {
    const asked = { username: 'third', password: GOOD, group: 'user', ...more };
    assert.deepEqual(await admin('addUser', asked), [400, 106], 'what is the controller’s own cannot be said');
  }
  assert.deepEqual(((await admin('getUsers')) as object[]).slice(5), [
    { id: 6, username: 'new', group: 'user', enabled: true, remoteAccess: false, rooms: {}, scenes: {} },
    {
      ...{ id: 7, username: 'other', group: 'admin', enabled: false, remoteAccess: true },
      ...{ rooms: { '*': 'Off', 1: 'Full' }, scenes: { 2: 'Off' } },
    },
  ]);
  assert.equal(await ask(house, byPassword('new', GOOD)), 'in');
  assert.deepEqual(await ask(house, byPassword('other', GOOD)), [401, 122]);
});

test('what a user cannot be is refused, and nothing has changed', async () => {
  const house = await openSmallHouse();
  const admin = await administrator(house);
  const user = { username: 'new', password: GOOD, group: 'user' };
  for (const [input, code] of [
    [{ ...user, username: 'guest' }, 106],
    [{ ...user, username: '' }, 106],
    [{ ...user, username: 'x'.repeat(65) }, 106],
    [{ ...user, username: ' new' }, 106],
    [{ ...user, username: 'a\nb' }, 106],
    [{ ...user, group: 'owner' }, 106],
    [{ ...user, password: undefined }, 106],
    [{ username: 'new', password: GOOD }, 106],
    [{ ...user, rooms: { 1: 'View' } }, 106],
    [{ ...user, rooms: { kitchen: 'Off' } }, 106],
    [{ ...user, rooms: { '01': 'Off' } }, 106],
    [{ ...user, scenes: { 1: 'View only' } }, 106],
    [{ ...user, rooms: { 1: 'Off', 9: 'Off' } }, 112],
    [{ ...user, scenes: { 9: 'Off' } }, 112],
  ] as const) {
    assert.deepEqual(await admin('addUser', input), [400, code], JSON.stringify(input));
    const { username, ...changes } = input;
    if (username !== 'new' || code === 112) {
      assert.deepEqual(await admin('setUser', { id: 2, username, ...changes }), [400, code], JSON.stringify(input));
    }
  }
  assert.deepEqual(await admin('setUser', { id: 9, enabled: false }), [400, 112]);
  assert.deepEqual(await admin('removeUser', { id: 9 }), [400, 112]);
  for (const changes of [{ enabled: false }, { group: 'user' }]) {
    assert.deepEqual(await admin('setUser', { id: 1, ...changes }), [400, 117]);
  }
  assert.deepEqual(await admin('removeUser', { id: 1 }), [400, 117]);
  assert.equal(house.access.users.size, 5);
  assert.equal(await ask(house, byPassword('resident')), 'in');
});

test('a password that everybody would try is refused, whoever chooses it', async () => {
  const house = await openSmallHouse();
  const admin = await administrator(house);
  const resident = bySession(await openSession(house.gate, 'resident'));
  for (const password of [
    'short',
    'x'.repeat(257),
    'resident',
    'Resident',
    'resident1',
    '12resident34',
    'Password1',
    'QWERTZUIOP',
    '        ',
    'zzzzzzzzzz',
  ]) {
    assert.deepEqual(await admin('addUser', { username: 'resident2', password, group: 'user' }), [400, 106], password);
    assert.deepEqual(await admin('setUser', { id: 2, password }), [400, 106], password);
    const change = { oldPassword: 'residents-password', newPassword: password };
    assert.deepEqual(await ask(house, resident, 'setPassword', change), [400, 106], password);
  }
  assert.ok(COMMON_PASSWORDS.size >= 200);
  for (const common of COMMON_PASSWORDS) assert.ok(common.length >= 8 && common === common.toLowerCase(), common);
  for (const password of ['residential area', 'resident of no 7', 'sandbox-resident', 'ünïcödé!']) {
    assert.equal(await admin('setUser', { id: 2, password }), true, password);
    assert.equal(await ask(house, byPassword('resident', password)), 'in');
  }
});

test('a password that is given together with a name is judged by the new name', async () => {
  const house = await openSmallHouse();
  const admin = await administrator(house);
  assert.deepEqual(await admin('setUser', { id: 2, username: 'annabella', password: 'Annabella7' }), [400, 106]);
  assert.equal(await admin('setUser', { id: 2, username: 'annabella', password: 'resident77' }), true);
  assert.deepEqual(await admin('setUser', { id: 2, password: 'annabella' }), [400, 106]);
});

test('what is wrong with a password is said of the field that it came in', async () => {
  const { gate } = await openSmallHouse();
  const said = async (username: string, call: string, input: object) => {
    const answer = await gate.handle(request(call, input, { credentials: byPassword(username) }));
    return answer.ok ? '' : answer.body.errorText;
  };
  const change = { oldPassword: 'residents-password', newPassword: 'resident1' };
  assert.match(await said('resident', 'setPassword', change), /: newPassword: this is the user name$/);
  assert.match(await said('resident', 'setPassword', { oldPassword: 'x' }), /: newPassword: /);
  assert.match(await said('admin', 'setUser', { id: 2, password: 'resident1' }), /: password: this is the user name$/);
});

test('an identifier is never used again, not even that of the last user after a restart', async () => {
  const store = new MemoryStore();
  let house = await openSmallHouse({ store });
  let admin = await administrator(house);
  assert.deepEqual(await admin('addUser', { username: 'new', password: GOOD, group: 'user' }), { id: 6 });
  assert.equal(await admin('removeUser', { id: 6 }), true);
  house = await openSmallHouse({ store });
  admin = await administrator(house);
  assert.deepEqual(await admin('addUser', { username: 'new', password: GOOD, group: 'user' }), { id: 7 });
  const restarted = await openSmallHouse({ store });
  assert.equal(await ask(restarted, byPassword('new', GOOD)), 'in');
});

test('one’s own new password ends one’s other sessions, those never used included, and not the present one', async () => {
  const store = new MemoryStore();
  const house = await openSmallHouse({ store });
  const [own, used, unused] = [
    await openSession(house.gate, 'resident'),
    await openSession(house.gate, 'resident'),
    await openSession(house.gate, 'resident'),
  ];
  const other = await openSession(house.gate, 'guest');
  const connection = await house.gate.handle(
    request('init', {}, { credentials: byPassword('resident'), transport: 'socket' }),
  );
  assert.ok(connection.ok && house.access.entitled(connection.caller));
  assert.equal(await ask(house, bySession(used)), 'in');
  const change = { oldPassword: 'residents-password', newPassword: GOOD };
  assert.equal(await ask(house, bySession(own), 'setPassword', change), true);

  const restarted = await openSmallHouse({ store });
  for (const one of [house, restarted]) {
    assert.equal(await ask(one, bySession(own)), 'in');
    assert.equal(await ask(one, bySession(other)), 'in');
    for (const id of [used, unused]) assert.deepEqual(await ask(one, bySession(id)), [401, 106]);
  }
  assert.equal(house.access.entitled(connection.caller), false, 'a connection that no session holds');
});

test('who changes the password over a connection, or with credential headers, stays logged in', async () => {
  const house = await openSmallHouse();
  const connection = await house.gate.handle(
    request('init', {}, { credentials: byPassword('resident'), transport: 'socket' }),
  );
  assert.ok(connection.ok);
  const caller = { kind: 'caller', caller: connection.caller } as const;
  assert.equal(await ask(house, caller, 'setPassword', { oldPassword: 'residents-password', newPassword: GOOD }), true);
  assert.equal(await ask(house, caller), 'in');

  const input = { oldPassword: GOOD, newPassword: 'another decent one' };
  const answer = await house.gate.handle(
    request('setPassword', input, { credentials: byPassword('resident', GOOD), transport: 'http' }),
  );
  assert.ok(answer.ok && answer.opened);
  assert.equal(await ask(house, bySession(answer.opened)), 'in');
  assert.deepEqual(await ask(house, caller), [401, 106]);
});

test('a reset by an administrator ends the user’s sessions, but not the administrator’s own', async () => {
  const house = await openSmallHouse();
  const admin = await administrator(house);
  const session = await openSession(house.gate, 'resident');
  assert.equal(await admin('setUser', { id: 2, password: GOOD }), true);
  assert.deepEqual(await ask(house, bySession(session)), [401, 106]);
  assert.equal(await ask(house, byPassword('resident', GOOD)), 'in');
  assert.equal(await admin('setUser', { id: 1, password: 'my own new one' }), true);
  assert.equal(((await admin('getUsers')) as object[]).length, 5);
});

test('no secret is told: not in the journal, not in events, not in the audit', async () => {
  const house = await openSmallHouse();
  const told: unknown[] = [];
  house.twin.note = (
    (note) =>
    (...noted: Parameters<typeof note>) => {
      told.push(noted);
      note.apply(house.twin, noted);
    }
  )(house.twin.note);
  house.twin.configuration.subscribe((event) => told.push(event));
  const admin = await administrator(house);
  await admin('addUser', { username: 'new', password: GOOD, group: 'user' });
  await admin('setUser', { id: 6, password: `${GOOD}!`, enabled: false });
  await admin('setUser', { id: 2, password: 'resident' });
  await ask(house, byPassword(GOOD, GOOD));
  assert.ok(told.length >= 4);
  assert.equal(JSON.stringify([told, await admin('getAudit')]).includes(GOOD), false);
});
