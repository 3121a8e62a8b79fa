import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ACCOUNTS, CALLS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import {
  advance,
  as,
  call,
  components,
  credentials,
  type ListedComponent,
  sessionOf,
  withSession,
} from '../http-client.ts';
import { assertShape } from '../shape.ts';

interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly rooms: Readonly<Record<string, string>>;
  readonly scenes: Readonly<Record<string, string>>;
}

describe('the accounts of every sandbox', () => {
  let sandbox: RunningSandbox;
  const list = async <T>(name: string, username: (typeof ACCOUNTS)[number]['username']): Promise<readonly T[]> =>
    (await call(sandbox.http, name, {}, { headers: as(username) })).as<readonly T[]>();
  const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  for (const { username, password, enabled } of ACCOUNTS) {
    test(`${username} ${enabled ? 'logs in and gets a session and an identifier' : 'is disabled'}`, async () => {
      const answer = await call(sandbox.http, 'auth', undefined, { headers: credentials(username, password) });

      if (!enabled) {
        assert.deepEqual([answer.status, answer.errorCode], [401, 122]);
        return;
      }
      assert.equal(answer.status, 200);
      assertShape(answer.body, {
        type: 'object',
        fields: { sessionID: { type: 'string' }, userID: { type: 'integer' } },
      });
      assert.deepEqual(Object.keys(answer.as<object>()).toSorted(), ['sessionID', 'userID']);
    });
  }

  test('admins see them as records without any secret', async () => {
    const answer = await call(sandbox.http, 'getUsers', {}, { headers: as('admin') });
    const users = answer.as<readonly UserRecord[]>();

    assertShape(users, CALLS.find(({ name }) => name === 'getUsers')?.answer ?? { type: 'null' });
    const expected = ACCOUNTS.map(({ username, group, enabled, remoteAccess }) => ({
      username,
      group,
      enabled,
      remoteAccess,
    }));
    const actual = users.map((user) =>
      Object.fromEntries(Object.keys(expected[0] ?? {}).map((key) => [key, user[key as keyof UserRecord]])),
    );
    assert.deepEqual(actual, expected);
    assert.doesNotMatch(answer.text, /password|hash|salt|scrypt/i);
    for (const { username } of ACCOUNTS.filter(({ enabled }) => enabled)) {
      const login = await call(sandbox.http, 'auth', undefined, { headers: as(username) });
      assert.equal(
        login.as<{ userID: number }>().userID,
        users.find((user) => user.username === username)?.id,
        username,
      );
    }
  });

  test('resident and traveller see and command what the admin does', async () => {
    const [all, ...others] = await Promise.all(
      (['admin', 'resident', 'traveller'] as const).map((name) => components(sandbox.http, as(name))),
    );
    for (const seen of others)
      assert.deepEqual(
        seen.map(({ cid }) => cid),
        all?.map(({ cid }) => cid),
      );
    for (const name of ['getRooms', 'getScenes', 'getZones']) {
      assert.deepEqual(ids(await list(name, 'resident')), ids(await list(name, 'admin')), name);
      assert.deepEqual(ids(await list(name, 'traveller')), ids(await list(name, 'admin')), name);
    }
  });

  test('guest has a room that does not exist for it, one that it only sees, open ones, and a scene less', async () => {
    const [record] = (await list<UserRecord>('getUsers', 'admin')).filter(({ username }) => username === 'guest');
    assert.ok(record);
    const withLevel = (level: string) =>
      Object.keys(record.rooms)
        .filter((room) => record.rooms[room] === level)
        .map(Number);
    const [off, viewOnly] = [withLevel('Off'), withLevel('View only')];
    const [all, seen] = await Promise.all([
      components(sandbox.http, as('admin')),
      components(sandbox.http, as('guest')),
    ]);
    const within = (rooms: readonly number[]) => (one: ListedComponent) =>
      one.rooms.length > 0 && one.rooms.every((room) => rooms.includes(room));

    assert.ok(off.length > 0 && viewOnly.length > 0);
    assert.deepEqual(
      seen.map(({ cid }) => cid),
      all.filter((one) => !within(off)(one)).map(({ cid }) => cid),
    );
    const rooms = ids(await list('getRooms', 'admin'));
    assert.deepEqual(
      ids(await list('getRooms', 'guest')),
      rooms.filter((id) => !off.includes(id)),
    );
    assert.ok(rooms.length > off.length + viewOnly.length, 'the others are open');

    const outcomes = new Map<string, number>();
    for (const one of all.filter(({ data }) => data.some(({ property }) => property === 'state'))) {
      const answer = await call(
        sandbox.http,
        'componentUpdate',
        { cid: one.cid, property: 'state', value: false },
        { headers: as('guest') },
      );
      const admin = await call(
        sandbox.http,
        'componentUpdate',
        { cid: one.cid, property: 'state', value: false },
        { headers: as('admin') },
      );
      const closed = within([...off, ...viewOnly])(one);
      assert.deepEqual(answer.body, closed ? { [one.cid]: false } : admin.body, one.name);
      outcomes.set(answer.text, 1 + (outcomes.get(answer.text) ?? 0));
    }
    assert.ok(outcomes.size > 10, 'many were tried');

    const [scenes, ofGuest] = [ids(await list('getScenes', 'admin')), ids(await list('getScenes', 'guest'))];
    const missing = scenes.filter((id) => !ofGuest.includes(id));
    assert.ok(missing.length > 0 && ofGuest.length > 0);
    for (const id of missing) {
      const refused = await call(sandbox.http, 'executeScene', { id }, { headers: as('guest') });
      assert.deepEqual([refused.status, refused.errorCode], [400, 117]);
    }
  });

  test('a password that is changed by its owner replaces the old one', async () => {
    const headers = withSession(await sessionOf(sandbox.http, 'traveller'));
    const change = (oldPassword: string, newPassword: string) =>
      call(sandbox.http, 'setPassword', { oldPassword, newPassword }, { headers });

    const wrong = await change('not it', 'something new and long');
    const empty = await change('sandbox-traveller', '');
    const done = await change('sandbox-traveller', 'something new and long');

    assert.deepEqual([wrong.status, wrong.errorCode], [401, 110]);
    assert.deepEqual([empty.status, empty.errorCode], [400, 106]);
    assert.deepEqual([done.status, done.body], [200, true]);
    assert.equal((await call(sandbox.http, 'auth', {}, { headers: as('traveller') })).errorCode, 110);
    const login = await call(sandbox.http, 'auth', {}, { headers: credentials('traveller', 'something new and long') });
    assert.equal(login.status, 200);
  });

  test('nobody is let in with half of the credentials, or somebody else’s', async () => {
    await advance(sandbox.http, 1_000);
    const cases = [
      [{}, 106],
      [{ 'auth-username': 'admin' }, 106],
      [{ 'auth-password': 'sandbox-admin' }, 106],
      [{ 'auth-username': '', 'auth-password': '' }, 106],
      [credentials('admin', 'sandbox-resident'), 110],
      [credentials('ADMIN', 'sandbox-admin'), 110],
      [credentials('__proto__', 'x'), 110],
      [withSession('guessed'), 106],
    ] as const;
    for (const [headers, code] of cases) {
      const answer = await call(sandbox.http, 'getVersion', {}, { headers });
      assert.deepEqual([answer.status, answer.errorCode], [401, code], JSON.stringify(headers));
    }
  });
});
