import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Encoded } from '../call.ts';
import { CallFault, refusal } from '../errors.ts';
import { listen, success } from './listening.test.ts';

describe('a path', () => {
  test('below the interface is a call, whether it exists or not', async (context) => {
    const { base, gate, raw } = await listen(context);
    const paths = [
      '',
      '/',
      '/nothing',
      '/getVersion/',
      '/a/b',
      '/get%56ersion',
      '/%ff',
      '/openapi.json/',
      '/GetVersion',
    ];

    const statuses: number[] = [];
    for (const path of paths) statuses.push((await fetch(`${base}/api/v1${path}`, { method: 'POST' })).status);
    const proxied = await raw(
      'GET http://house.local/api/v1/getVersion HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );

    assert.deepEqual(statuses, [408, 408, 408, 408, 408, 200, 408, 408, 408]);
    assert.match(proxied, /^HTTP\/1\.1 200 /);
    assert.deepEqual(
      gate.requests.map(({ call }) => call),
      ['', '', 'nothing', 'getVersion/', 'a/b', 'getVersion', '%ff', 'openapi.json/', 'GetVersion', 'getVersion'],
    );
  });

  test('elsewhere is not found', async (context) => {
    const { base, gate, raw } = await listen(context);

    for (const path of [
      '/nothing',
      '/api',
      '/api/v2/getVersion',
      '/api/v1x',
      '/..%2fapi',
      '/%ff',
      '//api/v1/getVersion',
    ]) {
      const answer = await fetch(`${base}${path}`);
      assert.equal(answer.status, 404, path);
      assert.equal(typeof ((await answer.json()) as { error: unknown }).error, 'string');
    }
    assert.match(await raw('OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 4/);
    assert.deepEqual(gate.requests, []);
  });
});

test('any method but GET and POST is error 117 and status 405, in the language asked for', async (context) => {
  const { base, gate } = await listen(context);

  for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT']) {
    const answer = await fetch(`${base}/api/v1/getVersion`, { method });
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers.get('allow'), 'GET, POST');
    assert.equal(
      await answer.text(),
      method === 'HEAD' ? '' : '{"errorCode":117,"errorText":"Method Not Allowed"}',
      method,
    );
  }
  const german = await fetch(`${base}/api/v1/getVersion`, {
    method: 'PUT',
    headers: { 'accept-language': 'de-CH,en;q=0.8' },
  });
  assert.notEqual(((await german.json()) as { errorText: string }).errorText, 'Method Not Allowed');
  assert.deepEqual(gate.requests, []);
});

describe('an answer', () => {
  test('is the JSON of what the gate answers, with its status', async (context) => {
    const { base, gate } = await listen(context);
    const results: readonly unknown[] = [true, { a: ['ü', '\u2028'] }, [], 'text', null];

    for (const result of results) {
      gate.answer = () => success(result);
      const answer = await fetch(`${base}/api/v1/getVersion`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      assert.deepEqual(await answer.json(), result);
    }
  });

  test('that is encoded already is sent as it is', async (context) => {
    const { base, gate } = await listen(context);
    gate.answer = () => success(new Encoded(Buffer.from('[ 1,"ü" ]'), () => [1, 'ü']));

    assert.equal(await (await fetch(`${base}/api/v1/getVersion`)).text(), '[ 1,"ü" ]');
  });

  test('may come later', async (context) => {
    const { base, gate } = await listen(context);
    gate.answer = async () => success({ late: true });

    assert.deepEqual(await (await fetch(`${base}/api/v1/getVersion`)).json(), { late: true });
  });

  test('of refusal has the status of its code', async (context) => {
    const { base, gate } = await listen(context);
    gate.answer = ({ language }) => refusal(new CallFault(109, 8), 'login', language);

    const answer = await fetch(`${base}/api/v1/getVersion`, { headers: { 'accept-language': 'fr' } });

    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('retry-after'), '8');
    const { errorCode, retryAfter } = (await answer.json()) as { errorCode: number; retryAfter: number };
    assert.deepEqual([errorCode, retryAfter, gate.request.language], [109, 8, 'fr']);
  });

  test('that fails inside tells the operator, and the caller no more than that none came', async (context) => {
    const { base, gate, problems } = await listen(context);

    for (const fail of [
      () => {
        throw new Error('secret');
      },
      () => Promise.reject(new Error('secret')),
    ]) {
      gate.answer = fail;
      const answer = await fetch(`${base}/api/v1/getVersion`);
      assert.equal(answer.status, 408);
      assert.equal(await answer.text(), '{"errorCode":116,"errorText":"Timeout occurred"}');
    }
    assert.equal(problems.length, 2);
  });

  test('to a client that went away harms nobody', async (context) => {
    const { base, gate, raw } = await listen(context);
    let release: () => void = () => undefined;
    gate.answer = () => new Promise((answer) => (release = () => answer(success('x'.repeat(1_000_000)))));

    const gone = raw(
      'GET /api/v1/getVersion HTTP/1.1\r\nHost: h\r\n\r\nGET /api/v1/getVersion HTTP/1.1\r\nHost: h\r\n\r\nnonsense\r\n\r\n',
    );
    await gone;
    release();
    gate.answer = () => success(true);

    assert.equal((await fetch(`${base}/api/v1/getVersion`)).status, 200);
  });
});

describe('the way a request came', () => {
  test('is that of its listener, whatever its headers say', async (context) => {
    const local = await listen(context);
    const remote = await listen(context, { listener: 'remote' });
    const headers = { 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.8.8' };

    await fetch(`${local.base}/api/v1/getVersion`, { headers });
    await fetch(`${remote.base}/api/v1/getVersion`, {
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-remote-token': 't1' },
    });

    assert.deepEqual([local.gate.request.path, local.gate.request.source], ['local', '127.0.0.1']);
    assert.deepEqual([remote.gate.request.path, remote.gate.request.source], ['remote', '127.0.0.1']);
  });

  test('leads to calls only, if it was remote', async (context) => {
    const { base, gate } = await listen(context, { listener: 'remote' });

    for (const path of ['/', '/docs', '/docs/page.css', '/sandbox/v1', '/%73andbox/v1']) {
      const answer = await fetch(`${base}${path}`, { headers: { 'x-remote-token': 't1' } });
      assert.equal(answer.status, 404, path);
    }
    assert.equal((await fetch(`${base}/api/v1/openapi.json?x-remote-token=t1`)).status, 408);
    assert.equal(gate.request.call, 'openapi.json');
  });

  test('leads nowhere without a token, if it was remote: not even what there is is told', async (context) => {
    const { base, gate } = await listen(context, { listener: 'remote' });
    const wanted = { errorCode: 106, errorText: 'Parameter(s) error' };

    for (const path of ['/', '/sandbox/v1', '/api/v1/getVersion', '/api/v1/noSuchCall', '/api/v1/getVersion?a=1&a=2']) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        for (const token of [undefined, '', 'unknown']) {
          const headers = { ...(token !== undefined && { 'x-remote-token': token }) };
          const answer = await fetch(`${base}${path}`, { method, headers });
          assert.deepEqual([answer.status, await answer.json()], [401, wanted], `${method} ${path} ${token}`);
        }
      }
    }
    assert.equal(gate.requests.length, 0);
  });
});
