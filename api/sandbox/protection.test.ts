import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { listen } from './listening.test.ts';

describe('a sandbox without a token', () => {
  const refused = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  test('does not obey pages of other sites', async (context) => {
    const { control, ask } = await listen(context);

    for (const headers of refused) {
      const answer = await ask('POST', '/clock', { advance: 1 }, headers);
      assert.equal(answer.status, 403, JSON.stringify(headers));
      assert.deepEqual(Object.keys(answer.body), ['error']);
    }
    assert.deepEqual(control.told, []);
  });

  test('obeys JSON only, which no form can send', async (context) => {
    const { control, ask } = await listen(context);

    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const answer = await ask('POST', '/clock', '{"advance":1}', { 'content-type': type });
      assert.equal(answer.status, 400, type);
      assert.match(answer.body.error, /content-type: application\/json/);
    }
    assert.deepEqual(control.told, []);
  });

  test('obeys nobody who was led here by a name', async (context) => {
    const { port } = await listen(context);
    const statusFor = async (host: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /sandbox/v1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      const [said] = (await once(socket, 'data')) as [Buffer];
      return said.toString().slice(9, 12);
    };

    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'a b',
      '',
      '[::1',
      'evil.example:80',
    ]) {
      assert.match(await statusFor(host), /^40[03]$/, host);
    }
    for (const host of ['localhost', 'LOCALHOST:8080', 'a.localhost', '127.0.0.1:8080', '[::1]:8080', '192.168.1.20']) {
      assert.equal(await statusFor(host), '200', host);
    }
  });
});

describe('a sandbox with a token', () => {
  test('obeys whoever has it, from wherever', async (context) => {
    const { control, ask } = await listen(context, 'open-sesame');
    const bearer = (token: string) => ({ authorization: token });

    for (const token of [
      '',
      'open-sesame',
      'Bearer',
      'Bearer ',
      'Bearer open',
      'Bearer open-sesam',
      'Bearer open-sesamE',
      'Bearer open-sesameopen-sesame',
      'Basic open-sesame',
    ]) {
      const answer = await ask('POST', '/clock', { advance: 1 }, token === '' ? {} : bearer(token));
      assert.equal(answer.status, 401, token);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(Object.keys(answer.body), ['error']);
    }
    assert.equal((await ask('GET', '/nothing')).status, 401);
    assert.deepEqual(control.told, []);
    assert.equal((await ask('POST', '/clock', { advance: 1 }, bearer('Bearer open-sesame'))).status, 200);
    assert.equal(
      (await ask('POST', '/clock', { speed: 1 }, { ...bearer('bearer open-sesame'), host: 'sandbox' })).status,
      200,
    );
    assert.equal(control.told.length, 2);
  });
});
