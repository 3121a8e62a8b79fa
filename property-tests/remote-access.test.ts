import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { AssembleOptions } from '../controller/assemble.ts';
import { temporaryFolder, until } from './fixtures.ts';
import { as, call, credentials, type Headers, sessionOf, withSession } from './http-client.ts';
import { type RemoteHouse, remoteHouse } from './remote-house.ts';
import { connect, type Generation, ready } from './socket-client.ts';

interface Issued {
  readonly id: number;
  readonly token: string;
}

const open = async (context: TestContext, options: Partial<AssembleOptions> = {}): Promise<RemoteHouse> => {
  const house = await remoteHouse(options);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await house.close();
    isOpen = false;
  };
  context.after(close);
  return { ...house, close };
};
const issue = async (house: RemoteHouse, name = 'tunnel'): Promise<Issued> =>
  (await house.admin('addRemoteToken', { name })).as<Issued>();
const through = ({ token }: Issued, headers: Headers = {}): Headers => ({ ...headers, 'x-remote-token': token });
const userId = async (house: RemoteHouse, username: string): Promise<number> => {
  const users = (await house.admin('getUsers')).as<{ id: number; username: string }[]>();
  return users.find((user) => user.username === username)?.id ?? assert.fail(`no ${username}`);
};
/** Status and code of a call over the remote path. */
const far = async (house: RemoteHouse, headers: Headers, name = 'getVersion', from?: string) => {
  const { status, errorCode } = await call(house.remote, name, {}, { headers, ...(from !== undefined && { from }) });
  return [status, errorCode ?? null];
};

test('a token is told once, listed without its text, and no good once it is removed', async (context) => {
  const house = await open(context, { start: Date.parse('2030-01-01T00:00:00Z') as never });
  const first = await issue(house, 'tunnel');
  const second = await issue(house, 'proxy');

  assert.deepEqual(await far(house, through(first, as('traveller'))), [200, null]);
  const created = '2030-01-01T00:00:00.000Z';
  assert.deepEqual((await house.admin('getRemoteTokens')).body, [
    { id: first.id, name: 'tunnel', created, lastUsed: created },
    { id: second.id, name: 'proxy', created, lastUsed: null },
  ]);
  assert.equal((await house.admin('removeRemoteToken', { id: first.id })).body, true);

  assert.deepEqual(await far(house, through(first, as('traveller'))), [401, 106]);
  assert.deepEqual(await far(house, through(second, as('traveller'))), [200, null]);
  assert.equal((await house.admin('removeRemoteToken', { id: first.id })).errorCode, 112);
});

for (const generation of [4, 2] as const satisfies readonly Generation[]) {
  test(`with a token go at once the connections that came in with it (Socket.io ${generation})`, async (context) => {
    const house = await open(context);
    const [gone, kept] = [await issue(house), await issue(house)];
    const listen = (base: string, query: Record<string, string>) => ready(base, 'traveller', { generation, query });
    const clients = await Promise.all([
      listen(house.remote, { 'x-remote-token': gone.token }),
      listen(house.remote, { 'x-remote-token': gone.token }),
      listen(house.remote, { 'x-remote-token': kept.token }),
      listen(house.local, {}),
    ]);
    context.after(() => clients.map((client) => client.close()));

    await house.admin('removeRemoteToken', { id: gone.id });

    await until(() => clients.filter((client) => client.connected()).length === 2, 'two of four are cut off');
    const answers = await Promise.all(clients.map((client) => client.isAnswered('getVersion', {}, 300)));
    assert.deepEqual(answers, [false, false, true, true]);
    await assert.rejects(connect(house.remote, { generation, query: { 'x-remote-token': gone.token } }));
  });
}

test('a session is good on either path, as long as its user may come that way', async (context) => {
  const house = await open(context);
  const token = await issue(house);
  const near = await sessionOf(house.local, 'traveller');
  const distant = await sessionOf(house.remote, 'traveller', { headers: through(token) });
  const resident = await sessionOf(house.local, 'resident');
  const locally = async (session: string) =>
    (await call(house.local, 'getVersion', {}, { headers: withSession(session) })).errorCode ?? null;

  assert.deepEqual(await far(house, through(token, withSession(near))), [200, null]);
  assert.deepEqual(await far(house, through(token, withSession(distant))), [200, null]);
  assert.deepEqual(await far(house, through(token, withSession(resident))), [401, 137]);
  assert.deepEqual([await locally(near), await locally(distant)], [null, null]);

  await house.admin('setUser', { id: await userId(house, 'traveller'), remoteAccess: false });
  assert.deepEqual(await far(house, through(token, withSession(near))), [401, 137]);
  assert.deepEqual(await far(house, through(token, withSession(distant))), [401, 106]);
  assert.deepEqual([await locally(near), await locally(distant)], [null, 106]);
});

test('who loses Remote Access while connected hears nothing more there, and goes on at home', async (context) => {
  const house = await open(context);
  const token = await issue(house);
  const distant = await ready(house.remote, 'traveller', { query: { 'x-remote-token': token.token } });
  const near = await ready(house.local, 'traveller');
  context.after(() => [distant, near].map((client) => client.close()));
  const asked = distant.states.length;

  await house.admin('setUser', { id: await userId(house, 'traveller'), remoteAccess: false });
  await until(() => distant.states.length > asked, 'stateChange');
  house.controller.control.press({ cid: 'C1', property: 'state', content: 1 });
  await until(() => near.updates().length > 0, 'an update at home');

  assert.deepEqual(distant.updates(), []);
  assert.equal(await distant.isAnswered('getVersion', {}, 200), false);
});

test('a cookie lets in on the remote path too, beside the token and never instead of it', async (context) => {
  const house = await open(context);
  const token = await issue(house);
  const login = await call(house.remote, 'auth', undefined, { headers: through(token, as('traveller')) });
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';

  assert.deepEqual(await far(house, through(token, { cookie })), [200, null]);
  assert.deepEqual(await far(house, { cookie }), [401, 106]);
  assert.deepEqual(await far(house, through(token, { cookie, origin: 'https://elsewhere.example' })), [401, 106]);
});

test('far away failures count for the user name and for nothing else, whoever makes them', async (context) => {
  const house = await open(context);
  const token = await issue(house);
  const wrong = through(token, credentials('traveller', 'wrong'));
  const tries = ['203.0.113.1', '203.0.113.2'].map((address) => house.from(address));

  for (let time = 0; time < 6; time += 1)
    assert.deepEqual(await far(house, wrong, 'auth', tries[time % 2]), [401, 110]);

  assert.deepEqual(await far(house, wrong, 'auth', house.from('203.0.113.3')), [401, 109]);
  assert.equal((await call(house.local, 'auth', {}, { headers: as('traveller') })).errorCode, 109);
  const other = through(token, credentials('resident', 'sandbox-resident'));
  assert.deepEqual(await far(house, other, 'auth', tries[0]), [401, 137]);
  assert.equal((await call(house.local, 'auth', {}, { headers: as('resident') })).status, 200);
});

test('behind a proxy each client is locked out alone', async (context) => {
  const house = await open(context, { proxies: ['127.0.0.1'] });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const attempt = async (username: string, address: string, password = 'wrong') =>
    (await call(house.local, 'auth', {}, { headers: { ...from(address), ...credentials(username, password) } }))
      .errorCode;

  for (let time = 0; time < 6; time += 1) await attempt(`nobody ${time}`, '192.168.1.20');

  assert.equal(await attempt('resident', '192.168.1.20', 'sandbox-resident'), 109);
  assert.equal(await attempt('resident', '192.168.1.21', 'sandbox-resident'), undefined);
});

test('a token that was acknowledged outlives the process, and so does its removal', async (context) => {
  const [folder, copies] = [temporaryFolder(), temporaryFolder()];
  context.after(() => [folder, copies].map(({ remove }) => remove()));
  const house = await open(context, { data: folder.path });
  const [removed, kept] = [await issue(house), await issue(house)];
  await house.admin('removeRemoteToken', { id: removed.id });
  // A copy of a folder in use is what a process that was killed at this moment would have left.
  const copy = `${copies.path}/killed`;
  cpSync(folder.path, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  assert.deepEqual(await far(house, through(kept, as('traveller'))), [200, null]);
  await house.close();

  for (const data of [copy, folder.path]) {
    const again = await open(context, { data });
    assert.deepEqual(await far(again, through(removed, as('traveller'))), [401, 106]);
    assert.deepEqual(await far(again, through(kept, as('traveller'))), [200, null]);
    assert.equal((await issue(again)).id, 3);
    await again.close();
  }
});

test('the last use is known after the house was closed', async (context) => {
  const folder = temporaryFolder();
  const house = await open(context, { data: folder.path });
  const token = await issue(house);
  await far(house, through(token, as('traveller')));
  await house.controller.control.clock({ advance: 30 });
  await far(house, through(token, as('traveller')));
  const [before] = (await house.admin('getRemoteTokens')).as<{ created: string; lastUsed: string }[]>();
  await house.close();

  const again = await open(context, { data: folder.path });
  context.after(folder.remove);

  const [after] = (await again.admin('getRemoteTokens')).as<{ lastUsed: string }[]>();
  assert.equal(after?.lastUsed, before?.lastUsed);
  assert.equal(Date.parse(before?.lastUsed ?? '') - Date.parse(before?.created ?? ''), 30_000);
});

for (const kept of [false, true]) {
  test(`a reset forgets every token, ${kept ? 'on disk' : 'in memory'}`, async (context) => {
    const folder = temporaryFolder();
    const house = await open(context, kept ? { data: folder.path } : {});
    context.after(folder.remove);
    const token = await issue(house);

    await house.controller.control.reset({});
    assert.deepEqual(await far(house, through(token, as('traveller'))), [401, 106]);
    assert.deepEqual((await house.admin('getRemoteTokens')).body, []);
    assert.equal((await issue(house)).id, 1);
  });
}

test('administrators read and hear who issued and removed which token, and never its text', async (context) => {
  const house = await open(context);
  const listener = await connect(house.local);
  context.after(() => listener.close());
  await until(() => listener.states.length > 0, 'stateChange');
  await listener.ask('auth', { username: 'admin', password: 'sandbox-admin' });
  await listener.ask('init', { language: 'en', appName: 'test', configuration: true });
  const { id, token } = await issue(house, 'tunnel');
  await house.admin('removeRemoteToken', { id });
  await until(() => listener.configured.length === 2, 'two changes');

  const by = { user: 'admin', id, collection: 'remoteTokens' };
  const [added, removed] = listener.configured as [{ readonly record: { readonly name: string } }, object];
  assert.deepEqual(
    { ...added, record: added.record.name },
    { ...by, action: 'add', call: 'addRemoteToken', record: 'tunnel' },
  );
  assert.deepEqual(removed, { ...by, action: 'remove', call: 'removeRemoteToken' });
  const audit = await house.admin('getAudit');
  const changes = audit.as<{ kind: string; call: string; target: number }[]>().filter(({ kind }) => kind === 'change');
  assert.deepEqual(
    changes.map(({ call: name, target }) => [name, target]),
    [
      ['removeRemoteToken', id],
      ['addRemoteToken', id],
    ],
  );
  const journal: Buffer[] = [];
  for await (const piece of house.controller.control.journal()) journal.push(Buffer.from(piece));
  const told = [audit.text, JSON.stringify(listener.configured), Buffer.concat(journal).toString()].join();
  assert.ok(told.includes('tunnel') && !told.includes(token));
});
