import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { control, isRecord, send, sessionOf } from '../http-client.ts';
import { connect, readyWith, type SocketClient } from '../socket-client.ts';
import { assertDecent, assertUnharmed, raw, TRACE } from '../unharmed.ts';

describe('noise on the line does no harm', () => {
  let sandbox: RunningSandbox;
  let id: string;

  before(async () => {
    sandbox = await startSandbox();
    id = await sessionOf(sandbox.http, 'admin');
  });
  after(async () => {
    await assertUnharmed(sandbox);
    assert.equal(await sandbox.stop(), 0);
  });

  test('bytes that are no HTTP', async () => {
    for (const bytes of [
      '\r\n\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(50_000)}\r\n`,
      'POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
      'POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
      'POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\n',
      'GET /socket.io-v4/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 99\r\n\r\n',
      'GET /castle HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00',
      Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 256)),
    ]) {
      for (const base of [sandbox.http, sandbox.https.replace('https', 'http')]) {
        const heard = await raw(base, bytes);
        assert.doesNotMatch(heard, /^HTTP\/1\.1 5/, String(bytes).slice(0, 80));
        assert.doesNotMatch(heard, TRACE);
      }
    }
    await assertUnharmed(sandbox);
  });

  test('events and payloads that make no sense over Socket.io', async () => {
    const sockets: SocketClient[] = [
      await readyWith(sandbox.http, id),
      await readyWith(sandbox.http, id, { generation: 2 }),
      await connect(sandbox.http),
    ];
    for (const socket of sockets) {
      for (const event of [
        '',
        'castle',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'x'.repeat(10_000),
        'auth',
        'init',
      ]) {
        for (const payload of [
          undefined,
          null,
          7,
          'text',
          [],
          [[]],
          { a: 1 },
          Buffer.from('bytes'),
          'x'.repeat(200_000),
        ])
          void socket.isAnswered(event, payload, 50);
      }
    }
    for (const packet of [
      '40/castle,',
      '40/__proto__,',
      '42/api/v1,{',
      '42/api/v1,["auth"]',
      '42/api/v1,999999999999["auth",{}]',
      '451-/api/v1,["x",{"_placeholder":true,"num":9}]',
      '9',
      '2probe',
      'b64',
    ]) {
      const session = /"sid":"([^"]+)"/.exec(
        await raw(
          sandbox.http,
          'GET /socket.io-v4/?EIO=4&transport=polling HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        ),
      )?.[1];
      const answer = await send(`${sandbox.http}/socket.io-v4/?EIO=4&transport=polling&sid=${session}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: packet,
      });
      assertDecent(answer, packet);
    }
    await assertUnharmed(sandbox);
    for (const socket of sockets) socket.close();
  });

  test('anything at all for the sandbox', async () => {
    const body = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ cid: fc.string(), property: fc.string(), content: fc.jsonValue({ maxDepth: 1 }) }),
      fc.record({ advance: fc.oneof(fc.string(), fc.constantFrom(-1, null, [], {})) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/clock', '/devices', '/castle', '/journal'), body, async (path, json) => {
        const answer = await control(sandbox.http, path, json);
        assertDecent(answer, `${path} ${JSON.stringify(json)}`);
        assert.ok(isRecord(answer.body), answer.text);
      }),
      { numRuns: 200, seed: 6 },
    );
  });
});
