import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { LOGIN_NEEDED } from '../../docs/spec/index.ts';
import { pause, until } from '../../property-tests/fixtures.ts';
import { askedToLogIn, connect, passwordOf, ready, readyWith } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';

let house: SocketHouse;
before(async () => {
  house = await socketHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

test('a user who is disabled is asked for a login at once and hears nothing more', async (t) => {
  const clients = await Promise.all(([4, 2] as const).map((generation) => ready(house.local, 'guest', { generation })));
  const other = await ready(house.local, 'resident');
  for (const client of [...clients, other]) t.after(client.close);

  await house.access.setUser(house.userId('guest'), { enabled: false });
  house.report('C1', 1);
  await until(() => other.updates().length === 1, 'a change');
  await pause(20);

  for (const client of clients) {
    assert.deepEqual([client.states, client.updates()], [[LOGIN_NEEDED, LOGIN_NEEDED], []]);
    assert.equal(client.connected(), true);
    const refused = await client.ask('auth', passwordOf('guest'));
    assert.equal((refused as { errorCode: number }).errorCode, 122);
  }
  assert.deepEqual(other.states, [LOGIN_NEEDED]);
  await house.access.setUser(house.userId('guest'), { enabled: true });
});

test('a permission that changes counts for the next change', async (t) => {
  const client = await ready(house.local, 'guest');
  t.after(client.close);
  const heard = () => client.updates().map(({ cid, content }) => `${cid} ${content}`);

  house.report('C2', 1);
  await house.access.setUser(house.userId('guest'), { rooms: { 1: 'Off', 2: 'View only' } });
  house.report('C1', 0);
  house.report('C2', 0);
  await until(() => heard().includes('C2 0'), 'a change in the room that was opened');
  await house.access.setUser(house.userId('guest'), { rooms: { 2: 'Off' } });
  house.report('C2', 1);
  house.report('C1', 1);
  await until(() => heard().includes('C1 1'), 'a change in the room that was opened again');

  assert.equal(heard().includes('C1 0'), false);
  assert.equal(heard().slice(-1)[0], 'C1 1');
  assert.deepEqual(client.states, [LOGIN_NEEDED]);
});

test('a change that nobody has been told yet is not told to who may not see it any more', async (t) => {
  const [client, other] = [await ready(house.local, 'guest'), await ready(house.local, 'resident')];
  t.after(client.close);
  t.after(other.close);
  const change = house.access.setUser(house.userId('guest'), { rooms: { '*': 'Off' } });

  await change.then(() => house.report('C1', 0));
  await until(() => other.updates().length === 1, 'a change');
  await pause(20);

  assert.deepEqual(client.updates(), []);
  await house.access.setUser(house.userId('guest'), { rooms: { 2: 'Off' } });
});

test('a session that ends elsewhere ends every connection that it let in, and no other', async (t) => {
  const session = await house.session('resident');
  const [one, two] = [await readyWith(house.local, session), await readyWith(house.local, session)];
  const other = await readyWith(house.local, await house.session('resident'));
  for (const client of [one, two, other]) t.after(client.close);

  await one.ask('logout');
  await askedToLogIn(one);
  await askedToLogIn(two);

  assert.equal(await two.isAnswered('getVersion', {}, 50), false);
  assert.deepEqual(other.states, []);
  assert.ok(await other.ask('getVersion'));
});

test('a session that has expired is found out by the next call', async (t) => {
  const client = await readyWith(house.local, await house.session('resident'));
  t.after(client.close);
  house.clock.advanceTo((house.clock.now() + 24 * 3_600_000) as never);

  const answer = await client.ask('getVersion');
  await askedToLogIn(client);

  assert.equal((answer as { errorCode: number }).errorCode, 106);
  assert.equal(await client.isAnswered('getVersion', {}, 50), false);
});

test('calls keep a session alive', async (t) => {
  const session = await house.session('resident');
  const client = await readyWith(house.local, session);
  t.after(client.close);

  for (let hour = 0; hour < 60; hour += 20) {
    house.clock.advanceTo((house.clock.now() + 20 * 3_600_000) as never);
    assert.ok(await client.ask('getVersion'));
  }

  assert.deepEqual(client.states, []);
});

test('somebody else who logs in on the same connection has to say init again', async (t) => {
  const client = await ready(house.local, 'resident');
  t.after(client.close);

  await client.ask('auth', passwordOf('guest'));
  house.report('C1', 1);
  await pause(30);
  const before = client.updates().length;
  await client.ask('init', {});
  house.report('C1', 0);
  await until(() => client.updates().length > before, 'a change');

  assert.equal(before, 0);
  assert.equal(((await client.ask('getAllComponents')) as unknown[]).length, 2);
});

test('a login that is refused leaves who is logged in as they were', async (t) => {
  const client = await ready(house.local, 'resident');
  t.after(client.close);

  await client.ask('auth', { username: 'admin', password: 'wrong' });
  await client.ask('auth', {});

  assert.equal(((await client.ask('getAllComponents')) as unknown[]).length, 4);
  assert.deepEqual(client.states, [LOGIN_NEEDED]);
});

test('a cookie of the same site logs in, one that another site brings does not', async (t) => {
  const cookie = `other=1; x-service-sid=${await house.session('guest')}`;
  const own = { origin: house.local };
  const foreign = { origin: 'http://elsewhere.example' };

  for (const [headers, isIn] of [
    [{ cookie }, true],
    [{ cookie, ...own }, true],
    [{ cookie, 'sec-fetch-site': 'same-origin' }, true],
    [{ cookie, ...foreign }, false],
    [{ cookie, 'sec-fetch-site': 'cross-site' }, false],
    [{ cookie, origin: 'null' }, false],
  ] as const) {
    const client = await connect(house.local, { headers });
    t.after(client.close);
    if (!isIn) await askedToLogIn(client);
    assert.equal(await client.isAnswered('getVersion', {}, 100), isIn, JSON.stringify(headers));
  }
});

test('a client with a cookie is given a session by auth, one without or from another site none', async (t) => {
  const sessionIdFor = async (headers: Record<string, string>): Promise<unknown> => {
    const client = await connect(house.local, { headers });
    t.after(client.close);
    await askedToLogIn(client);
    return ((await client.ask('auth', passwordOf('resident'))) as { sessionID: unknown }).sessionID;
  };
  const cookie = 'x-service-sid=ended-long-ago';

  const given = await sessionIdFor({ cookie });
  const none = [await sessionIdFor({}), await sessionIdFor({ cookie, origin: 'https://elsewhere.example' })];

  assert.deepEqual(none, [null, null]);
  assert.equal(typeof given, 'string');
  const client = await readyWith(house.local, String(given));
  t.after(client.close);
  assert.deepEqual(client.states, []);
});

test('the remote path asks for a token: header or query, of either generation', async (t) => {
  house.tokens.add('a remote token');

  for (const generation of [4, 2] as const) {
    await assert.rejects(connect(house.remote, { generation }));
    await assert.rejects(connect(house.remote, { generation, query: { 'x-remote-token': 'wrong' } }));
    for (const carried of [
      { query: { 'x-remote-token': 'a remote token' } },
      { headers: { 'x-remote-token': 'a remote token' } },
    ]) {
      const client = await connect(house.remote, { generation, ...carried });
      t.after(client.close);
      await askedToLogIn(client);
      const codes = [
        ((await client.ask('auth', passwordOf('resident'))) as { errorCode?: number }).errorCode,
        ((await client.ask('auth', passwordOf('traveller'))) as { errorCode?: number }).errorCode,
      ];
      assert.deepEqual(codes, [137, undefined]);
    }
  }
});

test('a handshake without a remote token is refused with 401 and code 106', async () => {
  const refused = await fetch(`${house.remote}/socket.io-v4/?EIO=4&transport=polling`, {
    headers: { 'accept-language': 'de' },
  });

  assert.equal(refused.status, 401);
  assert.equal(((await refused.json()) as { errorCode: number }).errorCode, 106);
});

test('a line that came over the local network is not continued over the remote path', async () => {
  const query = '/socket.io-v4/?EIO=4&transport=polling';
  const open = await (await fetch(house.local + query)).text();
  const { sid } = JSON.parse(open.slice(1)) as { sid: string };

  const strange = await fetch(`${house.remote}${query}&sid=${sid}`);
  const twice = await fetch(`${house.remote}${query}&sid=unknown&sid=${sid}`);
  const posted = await fetch(`${house.local}${query}&sid=${sid}`, { method: 'POST', body: '40/api/v1,' });

  assert.deepEqual([strange.status, twice.status, posted.status], [400, 400, 200]);
});

test('a remote user who loses Remote Access is asked for a login, and one whose token is removed is cut off', async (t) => {
  house.tokens.add('another token');
  const options = { headers: { 'x-remote-token': 'another token' } };
  const client = await ready(house.remote, 'traveller', options);
  const local = await ready(house.local, 'traveller');
  t.after(client.close);
  t.after(local.close);

  await house.access.setUser(house.userId('traveller'), { remoteAccess: false });
  await until(() => client.states.length === 2, 'stateChange');
  await house.access.setUser(house.userId('traveller'), { remoteAccess: true });
  await client.ask('auth', passwordOf('traveller'));
  house.tokens.delete('another token');
  const isAnswered = await client.isAnswered('getVersion', {}, 100);

  assert.deepEqual([isAnswered, client.connected()], [false, false]);
  assert.deepEqual(local.states, [LOGIN_NEEDED]);
});
