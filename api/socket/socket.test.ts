import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { LOGIN_NEEDED } from '../../docs/spec/index.ts';
import { elderClient } from '../../property-tests/elder-client.ts';
import { pause, until } from '../../property-tests/fixtures.ts';
import { askedToLogIn, connect, passwordOf, ready, readyWith } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';
import { days } from '../../twin/index.ts';

/** Long enough for an answer that would come, short enough for many tests. */
const SOON = 100;

const WAYS = ([4, 2] as const).flatMap((generation) =>
  (['websocket', 'polling'] as const).map((transport) => ({ generation, transport })),
);

for (const way of WAYS) {
  describe(`a Socket.io ${way.generation} client over ${way.transport}`, () => {
    let house: SocketHouse;
    before(async () => {
      house = await socketHouse();
    });
    after(async () => {
      await house.close();
      assert.deepEqual(house.problems, []);
    });

    test('is asked for a login, logs in, says init and hears of changes', async (t) => {
      const client = await connect(house.local, way);
      t.after(client.close);
      await askedToLogIn(client);

      const answer = await client.ask('auth', passwordOf('resident'));
      const init = await client.ask('init', { language: 'en', appName: 'test' });
      house.report('C1', 1);
      house.report('C2', 1);
      await until(() => client.updates().length === 2, 'changes');

      assert.deepEqual(client.states, [LOGIN_NEEDED]);
      assert.equal((answer as { sessionID: unknown }).sessionID, null);
      assert.equal(init, true);
      assert.deepEqual(client.batches, [
        [
          { cid: 'C1', property: 'state', value: true, content: 1, unit: '' },
          { cid: 'C2', property: 'state', value: true, content: 1, unit: '' },
        ],
      ]);
    });

    test('is answered between login and init, but hears of no change before init is answered', async (t) => {
      const client = await connect(house.local, way);
      t.after(client.close);
      await askedToLogIn(client);
      await client.ask('auth', passwordOf('resident'));

      const list = await client.ask('getAllComponents');
      house.report('C1', 0);
      await new Promise((passed) => setImmediate(passed));
      house.report('C1', 0);
      await client.ask('init', {});
      house.report('C1', 1);
      await until(() => client.updates().length > 0, 'a change');
      await pause(20);

      assert.equal((list as unknown[]).length, 4);
      assert.deepEqual(
        client.updates().map(({ content }) => content),
        [1],
      );
    });

    test('gets no answer to what comes before its login, and stays connected', async (t) => {
      const client = await connect(house.local, way);
      t.after(client.close);
      await askedToLogIn(client);

      const answered = await Promise.all([
        client.isAnswered('getVersion', {}, SOON),
        client.isAnswered('init', { language: 'en', appName: 'test' }, SOON),
        client.isAnswered('nothing of the kind', {}, SOON),
      ]);
      await client.ask('auth', passwordOf('resident'));

      assert.deepEqual(answered, [false, false, false]);
      assert.deepEqual(await client.ask('getVersion'), { api: '1', ncd: '1', engine: '1' });
    });

    test('is told why it is not let in, and may try again', async (t) => {
      const client = await connect(house.local, way);
      t.after(client.close);
      await askedToLogIn(client);

      const codes = [
        codeOf(await client.ask('auth', { username: 'resident', password: 'wrong' })),
        codeOf(await client.ask('auth', { username: 'resident' })),
        codeOf(await client.ask('auth')),
        codeOf(await client.ask('auth', passwordOf('former'))),
        codeOf(await client.ask('auth', passwordOf('resident'))),
      ];

      assert.deepEqual(codes, [110, 106, 106, 122, undefined]);
      assert.deepEqual(client.states, [LOGIN_NEEDED]);
    });

    test('with a session in the query is logged in at once', async (t) => {
      const client = await readyWith(house.local, await house.session('guest'), way);
      t.after(client.close);

      house.report('C2', 0);
      house.report('C1', 0);
      await until(() => client.updates().length > 0, 'a change');

      assert.deepEqual(client.states, []);
      assert.deepEqual(
        client.updates().map(({ cid }) => cid),
        ['C1'],
      );
    });

    test('with an expired or unknown session in the query is asked for a login', async (t) => {
      const session = await house.session('guest');
      house.clock.advanceTo((house.clock.now() + days(1)) as never);

      for (const id of [session, 'unknown', '']) {
        const client = await connect(house.local, { ...way, query: { 'x-service-sid': id } });
        t.after(client.close);
        await askedToLogIn(client);
        assert.equal(await client.isAnswered('getVersion', {}, SOON), false);
      }
    });

    test('logs out and is asked for a login again', async (t) => {
      const session = await house.session('resident');
      const client = await readyWith(house.local, session, way);
      t.after(client.close);

      const answer = await client.ask('logout');
      await askedToLogIn(client);
      house.report('C1', 1);

      assert.equal(answer, true);
      assert.equal(await client.isAnswered('getVersion', {}, SOON), false);
      assert.deepEqual([client.states, client.updates(), client.connected()], [[LOGIN_NEEDED], [], true]);
      const again = await connect(house.local, { ...way, query: { 'x-service-sid': session } });
      t.after(again.close);
      await askedToLogIn(again);
    });

    test('that connects again starts anew', async (t) => {
      const first = await ready(house.local, 'resident', way);
      first.close();
      house.report('C1', 1);
      const second = await connect(house.local, way);
      t.after(second.close);
      await askedToLogIn(second);

      await second.ask('auth', passwordOf('resident'));
      await second.ask('init', { language: 'en', appName: 'test' });
      await pause(30);

      assert.deepEqual(second.updates(), []);
    });

    test('hears errors in the language that init named', async (t) => {
      const client = await connect(house.local, { ...way, headers: { 'accept-language': 'fr' } });
      t.after(client.close);
      await askedToLogIn(client);

      const french = await client.ask('auth', {});
      await client.ask('auth', passwordOf('resident'));
      await client.ask('init', { language: 'de-CH', appName: 'test' });
      const german = await client.ask('nothing of the kind');
      const wrong = await client.ask('init', { language: 7 });
      await client.ask('init', { language: 'tlh', appName: 'test' });
      const english = await client.ask('nothing of the kind');

      const texts = [french, german, english].map((body) => (body as { errorText: string }).errorText);
      assert.equal(new Set(texts).size, 3);
      assert.equal(texts[2], 'Timeout occurred');
      assert.equal(codeOf(wrong), 106);
    });

    test('that sends parameters in a wrong shape is told 106, and 116 for a call that does not exist', async (t) => {
      const client = await ready(house.local, 'resident', way);
      t.after(client.close);

      const shapes = [[], ['C1'], 'C1', 7, true, Buffer.from('C1'), { cid: Buffer.from('C1'), property: 'state' }];
      for (const shape of shapes) assert.equal(codeOf(await client.ask('getComponentData', shape)), 106, String(shape));
      for (const shape of [[], 'x', 0, Buffer.from('x')]) {
        assert.equal(codeOf(await client.ask('getVersion', shape)), 106, String(shape));
      }
      assert.deepEqual(await client.ask('getVersion', null), { api: '1', ncd: '1', engine: '1' });
      for (const name of ['nothing', '', '__proto__', 'constructor', 'toString', 'message']) {
        assert.equal(codeOf(await client.ask(name, {})), 116, name);
      }
      assert.equal(client.connected(), true);
    });
  });
}

test('a client of either generation is refused by a namespace that does not exist', async (t) => {
  const house = await socketHouse();
  t.after(house.close);
  const { io } = await import('socket.io-client');
  const elder = elderClient as typeof io;
  const refusalOf = (open: typeof io, path: string, event: string, namespace: string): Promise<unknown> =>
    new Promise((told) => {
      const client = open(`${house.local}${namespace}`, { path, reconnection: false, forceNew: true });
      t.after(() => client.close());
      client.on(event, (fault: unknown) => told((fault as { message?: unknown }).message));
    });

  const refusals = await Promise.all([
    refusalOf(io, '/socket.io-v4', 'connect_error', '/api/v2'),
    refusalOf(io, '/socket.io-v4', 'connect_error', '/'),
    refusalOf(io, '/socket.io', 'connect_error', '/'),
    refusalOf(elder, '/socket.io', 'error', '/api/v2'),
  ]);

  assert.deepEqual(refusals, Array(4).fill('Invalid namespace'));
});

test('clients over HTTPS are served: one that trusts exactly the self-signed certificate, and an older one that cannot', async (t) => {
  const house = await socketHouse();
  t.after(house.close);
  const { base, certificate } = await house.secure();

  for (const options of [{ certificate }, { generation: 2 }, { transport: 'polling' }] as const) {
    const client = await ready(base, 'resident', options);
    t.after(client.close);
    house.report('C1', 1);
    await until(() => client.updates().length === 1, 'a change');
  }
  await assert.rejects(connect(base, { certificate: 'no certificate' }));
});

const codeOf = (answer: unknown): unknown => (answer as { errorCode?: unknown }).errorCode;
