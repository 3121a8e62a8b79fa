import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CALLS } from '../../docs/spec/index.ts';
import { pause, type RunningSandbox, startSandbox } from '../fixtures.ts';
import { as, call, control, type Reply, send, sessionOf, withSession } from '../http-client.ts';
import { SAMPLES } from '../samples.ts';
import { connect } from '../socket-client.ts';

describe('the remote path lets nobody in without a token', () => {
  let sandbox: RunningSandbox;
  let remote: string;
  const refused = ({ status, errorCode, text }: Reply, what: string) =>
    assert.deepEqual([status, errorCode], [401, 106], `${what}: ${text}`);

  before(async () => {
    sandbox = await startSandbox(['--scenario', 'one-room', '--remote-port', '0']);
    remote = sandbox.remote ?? '';
  });
  after(() => sandbox.stop());

  test('no call is answered, whatever credentials come with it', async () => {
    const session = await sessionOf(sandbox.http, 'traveller');
    for (const headers of [
      {},
      as('traveller'),
      as('admin'),
      withSession(session),
      { cookie: `x-service-sid=${session}` },
    ]) {
      for (const { name } of CALLS)
        refused(await call(remote, name, SAMPLES[name], { headers }), `${name} ${JSON.stringify(headers)}`);
    }
  });

  test('a token that nobody has issued is like none, in the header and in the query', async () => {
    for (const token of ['', 'guessed', 'sandbox-mcp-token', '__proto__']) {
      refused(
        await call(remote, 'getVersion', {}, { headers: { ...as('traveller'), 'x-remote-token': token } }),
        token,
      );
      refused(await send(`${remote}/api/v1/getVersion?x-remote-token=${token}`, { headers: as('traveller') }), token);
    }
  });

  test('no header makes a local request of it, and none makes a remote request of a local one', async () => {
    const claims = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      via: '1.1 tunnel',
    };

    refused(await call(remote, 'getVersion', {}, { headers: { ...as('traveller'), ...claims } }), 'forwarded');
    const far = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: { ...as('resident'), ...far } })).status, 200);
  });

  test('no Socket.io client gets further than the door', async () => {
    const session = await sessionOf(sandbox.http, 'traveller');
    for (const generation of [4, 2] as const) {
      for (const query of [
        {},
        { 'x-service-sid': session },
        { 'x-service-sid': session, 'x-remote-token': 'guessed' },
      ]) {
        const socket = await connect(remote, { generation, query: query as Record<string, string> }).catch(() => null);
        if (!socket) continue;
        assert.equal(await socket.isAnswered('getVersion', undefined, 200), false);
        await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
        await pause(50);
        assert.deepEqual(socket.batches, []);
        socket.close();
      }
    }
  });

  test('wrong passwords without a token count for nobody', async () => {
    for (let time = 0; time < 10; time += 1) {
      refused(await call(remote, 'auth', {}, { headers: { ...as('traveller'), 'auth-password': 'wrong' } }), 'wrong');
    }

    assert.equal((await call(sandbox.http, 'auth', {}, { headers: as('traveller') })).status, 200);
  });
});
