import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { CALLS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { as, call, type Headers, isRecord, type Reply, send, sessionOf, withSession } from '../http-client.ts';
import { ODDITIES, SAMPLES, WITH_PARAMETERS } from '../samples.ts';
import { readyWith } from '../socket-client.ts';
import { assertDecent, assertUnharmed } from '../unharmed.ts';

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
          assert.equal(isRecord(overSocket) ? overSocket.errorCode : undefined, overHttp.errorCode, what);
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
      ['deep objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
      ['a deep value', `{"cid":"C1","property":"state","value":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
      ['many keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
      ['a long number', `{"cid":"C1","property":"state","value":${'9'.repeat(500_000)}}`],
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

  test('whoever sends too much is told so, and not cut off in the middle', async () => {
    const body = `{"cid":"${'x'.repeat(10 * 1_048_576)}"}`;
    for (const path of ['/api/v1/componentUpdate', '/sandbox/v1/clock', '/sandbox/v1/devices', '/sandbox/v1/reset']) {
      for (let time = 0; time < 5; time += 1) {
        const asked = send(`${sandbox.http}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        const status = await asked.then((answer) => answer.status, String);
        assert.equal(status, 400, path);
      }
    }
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
});
