import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import {
  ACCOUNTS,
  byPassword,
  bySession,
  openSession,
  openSmallHouse,
  outcome,
  passwordOf,
  request,
} from '../../property-tests/small-house.ts';
import { type Instant, type Store, StoreFault } from '../../twin/index.ts';
import type { Credentials } from '../credentials.ts';
import type { Gate } from '../gate.ts';

type Overrides = Parameters<typeof request>[2];
const ask = async (gate: Gate, credentials: Credentials, overrides: Overrides = {}) =>
  outcome(await gate.handle(request('init', {}, { credentials, ...overrides })));
const REMOTE = { path: 'remote', remoteToken: 'remote-token' } as const;
const pass = (clock: { now(): Instant; advanceTo(at: Instant): boolean }, seconds: number) =>
  clock.advanceTo((clock.now() + seconds * 1_000) as Instant);

test('credential headers open a session each time, unless a cookie brings a living one of the same user', async () => {
  const { gate, clock } = await openSmallHouse();
  const opened = async (credentials: Credentials, overrides: Overrides = {}) => {
    const answer = await gate.handle(request('init', {}, { credentials, transport: 'http', ...overrides }));
    assert.ok(answer.ok);
    return { opened: answer.opened, session: answer.caller.sessionID, user: answer.caller.user.username };
  };
  const first = await opened(byPassword('admin'));
  const second = await opened(byPassword('admin'));
  assert.ok(first.opened && second.opened && first.opened !== second.opened);
  const beside = await opened(byPassword('admin', undefined, { cookie: first.opened }));
  assert.deepEqual(beside, { opened: undefined, session: first.opened, user: 'admin' });

  const stranger = await opened(byPassword('resident', undefined, { cookie: first.opened }));
  assert.equal(stranger.user, 'resident');
  assert.ok(stranger.opened);
  const longer = await opened(byPassword('admin', undefined, { cookie: first.opened, persistent: true }));
  assert.ok(longer.opened);
  assert.ok((await opened(byPassword('admin', undefined, { cookie: 'nonsense' }))).opened);
  pass(clock, 86_400);
  assert.ok((await opened(byPassword('admin', undefined, { cookie: first.opened }))).opened);
  assert.equal((await opened(bySession(longer.opened))).opened, undefined);
  assert.equal((await opened(byPassword('admin'), { transport: 'mcp' })).session, null);
  assert.deepEqual(
    await ask(gate, byPassword('admin', 'wrong', { cookie: longer.opened })),
    [401, 110],
    'the password is checked all the same',
  );
});

test('over a connection only a client with cookies is given a session', async () => {
  const { gate } = await openSmallHouse();
  const login = (cookie: string | undefined) =>
    gate.handle(
      request(
        'auth',
        { username: 'admin', password: passwordOf('admin') },
        { credentials: { kind: 'input', cookie }, transport: 'socket' },
      ),
    );
  const without = await login(undefined);
  assert.ok(without.ok);
  assert.deepEqual(without.result, { sessionID: null, userID: 1 });
  assert.equal(await ask(gate, { kind: 'caller', caller: without.caller }, { transport: 'socket' }), true);
  const kept = await login('long gone');
  assert.ok(kept.ok && typeof kept.caller.sessionID === 'string');
  assert.equal(await ask(gate, bySession(kept.caller.sessionID)), true);
});

test('logout ends the session at once, and the connection that had none', async () => {
  const store = new MemoryStore();
  const house = await openSmallHouse({ store });
  const { gate, access } = house;
  const told: number[] = [];
  access.changes.subscribe((user) => told.push(user));
  const id = await openSession(gate, 'resident');
  const answer = await gate.handle(request('logout', {}, { credentials: bySession(id) }));
  assert.ok(answer.ok && answer.ended && answer.result === true && answer.opened === undefined);
  assert.deepEqual(await ask(gate, bySession(id)), [401, 106]);
  assert.deepEqual(told, [2]);
  const restarted = await openSmallHouse({ store });
  assert.deepEqual(await ask(restarted.gate, bySession(id)), [401, 106]);

  const connection = await gate.handle(
    request(
      'auth',
      { username: 'admin', password: passwordOf('admin') },
      { credentials: { kind: 'input', cookie: undefined }, transport: 'socket' },
    ),
  );
  assert.ok(connection.ok && access.entitled(connection.caller));
  const caller = { kind: 'caller', caller: connection.caller } as const;
  assert.equal(outcome(await gate.handle(request('logout', {}, { credentials: caller }))), true);
  assert.ok(!access.entitled(connection.caller));
  assert.deepEqual(await ask(gate, caller), [401, 106]);
});

test('setPassword asks for the old one, counts wrong ones, and takes effect at once', async () => {
  const { gate } = await openSmallHouse();
  const id = await openSession(gate, 'resident');
  const set = async (oldPassword: string, newPassword: string) =>
    outcome(await gate.handle(request('setPassword', { oldPassword, newPassword }, { credentials: bySession(id) })));
  assert.deepEqual(await set(passwordOf('resident'), 'short'), [400, 106]);
  assert.deepEqual(await set(passwordOf('resident'), 'x'.repeat(1_000)), [400, 106]);
  assert.equal(await set(passwordOf('resident'), 'another password'), true);
  assert.deepEqual(await ask(gate, byPassword('resident')), [401, 110]);
  assert.equal(await ask(gate, byPassword('resident', 'another password')), true);
  assert.equal(await ask(gate, bySession(id)), true);
  for (let failure = 0; failure < 6; failure += 1)
    assert.deepEqual(await set('wrong password', 'third password'), [401, 110]);
  assert.deepEqual(await set('another password', 'third password'), [401, 109, 1]);
  assert.deepEqual(await ask(gate, byPassword('resident', 'another password')), [401, 109, 1]);
});

test('a user who is disabled, removed or loses Remote Access is out at once, and stays out after a restart', async () => {
  const store = new MemoryStore();
  const { gate, access } = await openSmallHouse({ store });
  const sessions = { used: await openSession(gate, 'resident'), unused: await openSession(gate, 'resident') };
  assert.equal(await ask(gate, bySession(sessions.used)), true);
  const connection = await gate.handle(
    request('init', {}, { credentials: byPassword('resident'), transport: 'socket' }),
  );
  assert.ok(connection.ok && access.entitled(connection.caller));

  await access.setUser(2, { enabled: false });
  for (const id of Object.values(sessions)) assert.deepEqual(await ask(gate, bySession(id)), [401, 106]);
  assert.ok(!access.entitled(connection.caller));
  assert.deepEqual(await ask(gate, byPassword('resident')), [401, 122]);
  await access.setUser(2, { enabled: true });
  const restarted = await openSmallHouse({ store });
  for (const { gate: door } of [{ gate }, restarted]) {
    for (const id of Object.values(sessions)) assert.deepEqual(await ask(door, bySession(id)), [401, 106]);
    assert.equal(await ask(door, byPassword('resident')), true);
  }

  const far = await gate.handle(request('auth', {}, { credentials: byPassword('traveller'), ...REMOTE }));
  assert.ok(far.ok && far.opened);
  const near = await openSession(gate, 'traveller');
  for (const id of [far.opened, near]) assert.equal(await ask(gate, bySession(id)), true);
  await access.setUser(4, { remoteAccess: false });
  assert.deepEqual(await ask(gate, bySession(far.opened)), [401, 106]);
  assert.equal(await ask(gate, bySession(near)), true);

  await access.removeUser(4);
  assert.deepEqual(await ask(gate, bySession(near)), [401, 106]);
  assert.deepEqual(await ask(gate, byPassword('traveller')), [401, 110]);
  await assert.rejects(access.removeUser(4), { code: 112 });
});

test('the last enabled admin stays, and no name is given twice', async () => {
  const { access } = await openSmallHouse();
  await assert.rejects(access.setUser(1, { enabled: false }), { code: 117 });
  await assert.rejects(access.setUser(1, { group: 'user' }), { code: 117 });
  await assert.rejects(access.removeUser(1), { code: 117 });
  await assert.rejects(access.setUser(2, { username: 'admin' }), { code: 106 });
  await access.setUser(2, { group: 'admin', username: 'owner' });
  await access.setUser(1, { enabled: false });
  assert.deepEqual([...access.users.values()].map(({ username, enabled }) => [username, enabled]).slice(0, 2), [
    ['admin', false],
    ['owner', true],
  ]);
});

test('everything acknowledged survives, and nothing secret is kept in clear', async () => {
  const store = new MemoryStore();
  const house = await openSmallHouse({ store });
  const id = await openSession(house.gate, 'resident', { persistent: true });
  await house.access.setPassword(
    (await known(house.gate, bySession(id))).caller,
    passwordOf('resident'),
    'another password',
    'x',
  );
  await house.access.setUser(2, { rooms: { '1': 'Off', ['__proto__']: 'Full' } });

  const restarted = await openSmallHouse({ store, clock: house.clock });
  assert.equal(await ask(restarted.gate, bySession(id)), true);
  assert.equal(await ask(restarted.gate, byPassword('resident', 'another password')), true);
  assert.deepEqual(await ask(restarted.gate, byPassword('resident')), [401, 110]);
  assert.equal(await ask(restarted.gate, byPassword('guest')), true, 'an account that was never used');
  assert.equal(restarted.access.users.get(2)?.rooms['1'], 'Off');
  const kept = JSON.stringify([...store.read('users'), ...store.read('sessions'), ...store.read('secrets')]);
  for (const { password } of ACCOUNTS) assert.ok(!kept.includes(password ?? 'x'));

  const afresh = await openSmallHouse({ store, afresh: true });
  assert.deepEqual(await ask(afresh.gate, bySession(id)), [401, 106]);
  assert.equal(await ask(afresh.gate, byPassword('resident')), true);
});

test('accounts that cannot be are refused in one sentence', async () => {
  const admin = { username: 'admin', password: 'x', group: 'admin' } as const;
  await assert.rejects(openSmallHouse({ accounts: [admin, admin] }), /admin is there twice/);
  await assert.rejects(openSmallHouse({ accounts: [{ ...admin, username: '' }] }), /between 1 and 64 characters/);
  const hashed = { username: 'admin', passwordHash: 'secret', group: 'admin' } as const;
  await assert.rejects(openSmallHouse({ accounts: [hashed] }), /passwordHash of admin/);
});

test('a change that cannot be written does not happen, and the caller is told', async () => {
  const memory = new MemoryStore();
  let full = false;
  const store: Store = {
    read: (table) => memory.read(table),
    write: (changes) => (full ? Promise.reject(new StoreFault('no space')) : memory.write(changes)),
    close: () => memory.close(),
  };
  const { gate, access, problems } = await openSmallHouse({
    store,
    accounts: ACCOUNTS.map(({ password, ...account }) => ({ ...account, passwordHash: HASH })),
  });
  const id = await openSession(gate, 'resident').catch(() => undefined);
  assert.equal(id, undefined);
  full = true;
  await assert.rejects(access.setUser(2, { enabled: false }), StoreFault);
  await assert.rejects(access.setUser(2, { password: 'another password' }), StoreFault);
  assert.equal(access.users.get(2)?.enabled, true);
  full = false;
  await access.setUser(2, { password: passwordOf('resident') });
  full = true;
  const credentials = byPassword('resident');
  const answer = await gate.handle(
    request('setPassword', { oldPassword: passwordOf('resident'), newPassword: 'another password' }, { credentials }),
  );
  assert.deepEqual(outcome(answer), [408, 116]);
  assert.equal(problems.length, 1);
  assert.equal(await ask(gate, credentials), true);
});

const HASH = `$scrypt$ln=14,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const known = async (gate: Gate, credentials: Credentials) => {
  const answer = await gate.handle(request('init', {}, { credentials }));
  assert.ok(answer.ok);
  return answer;
};
