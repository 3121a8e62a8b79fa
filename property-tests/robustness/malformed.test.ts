import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { CALLS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { as, call, control, type Headers, isRecord, type Reply, send, sessionOf, withSession } from '../http-client.ts';
import { ODDITIES, SAMPLES, WITH_PARAMETERS } from '../samples.ts';
import { connect, readyWith, type SocketClient } from '../socket-client.ts';
import { assertDecent, assertUnharmed, raw, TRACE } from '../unharmed.ts';

describe('nothing that is sent does harm', () => {
  let sandbox: RunningSandbox;
  let headers: Headers;
  let id: string;
  const post = (name: string, body: string | Buffer, type = 'application/json') =>
    send(`${sandbox.http}/api/v1/${name}`, { method: 'POST', headers: { ...headers, 'content-type': type }, body });

  before(async () => {
    sandbox = await startSandbox();
    id = await sessionOf(sandbox.http, 'admin');
    headers = withSession(id);
  });
  after(async () => {
    await assertUnharmed(sandbox);
    assert.equal(await sandbox.stop(), 0);
  });

  /** Refused as the caller's mistake, or taken because it happens to fit. */
  const assertAnswered = (reply: Reply, what: string) => {
    assertDecent(reply, what);
    if (reply.status === 200) return;
    assert.ok([400, 401, 408].includes(reply.status), `${what}: ${reply.status}`);
    assert.ok(reply.errorCode !== undefined, `${what}: ${reply.text}`);
  };

  test('every kind of value in every parameter of every call, over HTTP and Socket.io', async () => {
    const socket = await readyWith(sandbox.http, id);
    let tried = 0;
    for (const { name, parameters } of WITH_PARAMETERS.filter(
      ({ name }) => name !== 'executeScene' && name !== 'setPassword',
    )) {
      for (const parameter of parameters) {
        for (const oddity of ODDITIES) {
          const input = { ...SAMPLES[name], [parameter.name]: oddity };
          const what = `${name} ${parameter.name} ${String(JSON.stringify(oddity)).slice(0, 60)}`;
          const overHttp = await call(sandbox.http, name, input, { headers });
          assertAnswered(overHttp, what);
          const overSocket = await socket.ask(name, input);
          assert.equal(isRecord(overSocket) ? overSocket['errorCode'] : undefined, overHttp.errorCode, what);
          tried += 1;
        }
      }
    }
    socket.close();
    assert.ok(tried > 150, `${tried} tried`);
  });

  test('a parameter of a wrong type is error 106', async () => {
    let tried = 0;
    for (const { name, parameters } of WITH_PARAMETERS) {
      for (const { name: parameter, shape } of parameters) {
        if (!('type' in shape) || shape.type === 'any') continue;
        const wrong = [null, 1.5, [], {}, ...(shape.type === 'string' ? [true, 7] : ['seven'])];
        for (const value of wrong) {
          const answer = await call(sandbox.http, name, { ...SAMPLES[name], [parameter]: value }, { headers });
          assert.deepEqual(
            [answer.status, answer.errorCode],
            [400, 106],
            `${name} ${parameter} ${JSON.stringify(value)}`,
          );
          tried += 1;
        }
      }
    }
    assert.ok(tried >= 50, `${tried} tried`);
  });

  test('any JSON at all as the body of any call', async () => {
    const names = CALLS.map(({ name }) => name).filter((name) => !['logout', 'executeScene'].includes(name));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 5 }), async (name, body) => {
        assertAnswered(await post(name, JSON.stringify(body)), `${name} ${JSON.stringify(body)}`);
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  test('any bytes at all as the body of any content type', async () => {
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'x',
      '',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), fc.uint8Array({ maxLength: 300 }), async (type, bytes) => {
        assertAnswered(await post('getComponentData', Buffer.from(bytes), type), type);
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  test('any path, query and form at all', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('..', '%00', '%', '%E0%A4%A', '__proto__', 'constructor', 'a[b][c]', 'x'.repeat(4_000)),
    );
    await fc.assert(
      fc.asyncProperty(piece, fc.array(fc.tuple(piece, piece), { maxLength: 5 }), async (name, fields) => {
        const text = fields
          .map(([key, value]) => `${encodeURIComponent(key)}=${value.replace(/[^\x21-\x7e]|[#\s]/g, '')}`)
          .join('&');
        const path = encodeURIComponent(name);
        assertDecent(await send(`${sandbox.http}/api/v1/${path}?${text}`, { headers }), `${path}?${text}`);
        assertAnswered(await post('componentUpdate', text, 'application/x-www-form-urlencoded'), text);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  test('bodies that are huge or deep', async () => {
    const depth = 200_000;
    for (const [what, body] of [
      ['deep lists', '['.repeat(depth) + ']'.repeat(depth)],
      ['deep objects', '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
      ['a deep value', `{"cid":"C1","property":"state","value":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
      ['many keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
      ['a long number', `{"cid":"C1","property":"state","value":${'9'.repeat(500_000)}}`],
      ['ten mebibytes', `{"cid":"${'x'.repeat(10 * 1_048_576)}"}`],
    ] as const) {
      const answer = await post('componentUpdate', body);
      assert.deepEqual([answer.status, answer.errorCode], [400, 106], what);
      const refused = await send(`${sandbox.http}/sandbox/v1/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(refused.status, 400, what);
      assertDecent(refused, what);
    }
    const form = await post(
      'componentUpdate',
      Array.from({ length: 100_000 }, (_, index) => `k${index}=1`).join('&'),
      'application/x-www-form-urlencoded',
    );
    assert.deepEqual([form.status, form.errorCode], [400, 106]);
  });

  test('keys that every object has change nothing for anybody', async () => {
    for (const body of [
      '{"__proto__":{"cid":"C1","property":"state","value":true}}',
      '{"constructor":{"prototype":{"withProperties":true}}}',
      '{"__proto__":null}',
      '{"cid":"__proto__","property":"state","value":true}',
      '{"cid":"constructor","property":"prototype","value":{"x":1}}',
      '{"cid":"C1","property":"__proto__","value":{"isAdmin":true}}',
    ]) {
      for (const name of ['componentUpdate', 'getComponentData', 'getAllComponents', 'init'])
        assertAnswered(await post(name, body), `${name} ${body}`);
    }
    assert.equal(
      (await post('componentUpdate', '{"__proto__":{"cid":"C1","property":"state","value":true}}')).errorCode,
      106,
      'what is inherited is not given',
    );
    assert.equal(
      (await post('componentUpdate', '{"cid":"__proto__","property":"state","value":true}')).text,
      '{"__proto__":false}',
    );
    assert.equal((await call(sandbox.http, 'getUsers', {}, { headers: as('resident') })).errorCode, 117);
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
