import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CALLS, LOGIN_NEEDED } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { advance, control, sessionOf } from '../http-client.ts';
import { assertShape } from '../shape.ts';
import { askedToLogIn, type ConnectOptions, connect, passwordOf } from '../socket-client.ts';

/** Long enough for an answer that does come. */
const SILENCE_MS = 250;

/** Every way to connect that the specification names. */
const WAYS = [
  { generation: 4, transport: 'websocket', secure: false },
  { generation: 4, transport: 'polling', secure: false },
  { generation: 4, transport: 'websocket', secure: true },
  { generation: 2, transport: 'websocket', secure: false },
  { generation: 2, transport: 'polling', secure: false },
  { generation: 2, transport: 'websocket', secure: true },
] as const;

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => control(sandbox.http, '/reset', {}));
after(() => sandbox.stop());

for (const { secure, ...way } of WAYS) {
  const open = (options: ConnectOptions = {}) => connect(secure ? sandbox.https : sandbox.http, { ...way, ...options });

  describe(`a client of Socket.io ${way.generation} over ${way.transport}${secure ? ' and TLS' : ''}`, () => {
    test('goes from connected over logged in to ready', async () => {
      const socket = await open();
      await askedToLogIn(socket);
      assert.deepEqual(socket.states, [LOGIN_NEEDED]);

      const login = await socket.ask('auth', passwordOf('resident'));
      assert.equal((login as { sessionID: unknown }).sessionID, null, 'a client without cookies gets no identifier');
      const { answer } = CALLS.find(({ name }) => name === 'getVersion') ?? {};
      assert.ok(answer);
      assertShape(await socket.ask('getVersion'), answer);
      assert.equal(await socket.ask('init', { language: 'en', appName: 'property-tests' }), true);

      await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
      await until(() => socket.updates().length > 0, 'onComponentUpdate');
      assert.deepEqual(socket.updates(), [{ cid: 'C1', property: 'state', value: true, content: 1, unit: '' }]);
      assert.deepEqual(socket.states, [LOGIN_NEEDED], 'it was asked once');
      socket.close();
    });

    test('with a session in the query is logged in at once', async () => {
      const socket = await open({ query: { 'x-service-sid': await sessionOf(sandbox.http, 'resident') } });

      assert.ok(Array.isArray(await socket.ask('getAllComponents', { withProperties: false, withMappings: false })));
      assert.deepEqual(socket.states, []);
      socket.close();
    });

    test('with an expired or unknown session in the query is asked to log in, and can', async () => {
      const expired = await sessionOf(sandbox.http, 'resident');
      await advance(sandbox.http, 86_400);
      for (const id of [expired, 'unknown', '']) {
        const socket = await open({ query: { 'x-service-sid': id } });
        await askedToLogIn(socket);
        assert.notEqual(
          ((await socket.ask('auth', passwordOf('resident'))) as { sessionID?: unknown }).sessionID,
          undefined,
        );
        socket.close();
      }
    });

    test('gets refusals as acknowledgements and stays where it was', async () => {
      const socket = await open();
      await askedToLogIn(socket);
      const codes = [];
      for (const payload of [
        {},
        { username: 'resident' },
        { username: 'resident', password: 'x' },
        passwordOf('former'),
      ]) {
        codes.push(((await socket.ask('auth', payload)) as { errorCode: number }).errorCode);
      }

      assert.deepEqual(codes, [106, 106, 110, 122]);
      assert.equal(await socket.isAnswered('getVersion', undefined, SILENCE_MS), false, 'still not logged in');
      await socket.ask('auth', passwordOf('resident'));
      assert.deepEqual(await socket.ask('getComponentData', {}), { errorCode: 106, errorText: 'Parameter(s) error' });
      assert.deepEqual(await socket.ask('getUsers'), { errorCode: 117, errorText: 'Not allowed' });
      assert.deepEqual(await socket.ask('getCastle'), { errorCode: 116, errorText: 'Timeout occurred' });
      socket.close();
    });
  });
}
