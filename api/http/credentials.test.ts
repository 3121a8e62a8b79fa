import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Path } from '../caller.ts';
import { CALLER, listen, success } from './listening.test.ts';

describe('what lets a request in', () => {
  const seen = async (context: TestContext, headers: Record<string, string>, query = '', listener: Path = 'local') => {
    const { gate, raw } = await listen(context, { listener });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `GET /api/v1/getVersion${query} HTTP/1.1\r\nHost: house.local\r\nConnection: close\r\n`;
    await raw(Buffer.from(`${head}${lines.join('')}\r\n`, 'latin1'));
    return gate.request;
  };
  const password = { kind: 'password', username: 'ann', password: 'pw', persistent: false, cookie: undefined };
  const ann = { 'auth-username': 'ann', 'auth-password': 'pw' };
  const rows: readonly (readonly [string, Record<string, string>, string, unknown])[] = [
    ['nothing', {}, '', { kind: 'none' }],
    ['credential headers', ann, '', password],
    ['credential headers for long', { ...ann, 'auth-persistent': 'true' }, '', { ...password, persistent: true }],
    ['credential headers, not for long', { ...ann, 'auth-persistent': 'yes' }, '', password],
    ['a user name alone', { 'auth-username': 'ann' }, '', { ...password, password: undefined }],
    ['a password alone', { 'auth-password': 'pw' }, '', { ...password, username: undefined }],
    [
      'empty credential headers',
      { 'auth-username': '', 'auth-password': '' },
      '',
      { ...password, username: undefined, password: undefined },
    ],
    [
      'credential headers beside a cookie',
      { ...ann, cookie: 'a=b; x-service-sid=c1' },
      '',
      { ...password, cookie: 'c1' },
    ],
    ['credential headers beside a session', { ...ann, 'x-service-sid': 's1' }, '?x-service-sid=q1', password],
    ['a session header', { 'x-service-sid': 's1' }, '?x-service-sid=q1', { kind: 'session', id: 's1', cookie: false }],
    [
      'a session in the query',
      { cookie: 'x-service-sid=c1' },
      '?x-service-sid=q1',
      { kind: 'session', id: 'q1', cookie: false },
    ],
    ['a cookie', { cookie: 'x-service-sid=c1' }, '', { kind: 'session', id: 'c1', cookie: true }],
    [
      'a cookie of the same origin',
      { cookie: 'x-service-sid=c1', origin: 'http://house.local', 'sec-fetch-site': 'same-origin' },
      '',
      { kind: 'session', id: 'c1', cookie: true },
    ],
    [
      'a cookie typed in',
      { cookie: 'x-service-sid=c1', 'sec-fetch-site': 'none' },
      '',
      { kind: 'session', id: 'c1', cookie: true },
    ],
    [
      'a cookie from another site',
      { cookie: 'x-service-sid=c1', 'sec-fetch-site': 'cross-site' },
      '',
      { kind: 'none' },
    ],
    [
      'a cookie from a sister site',
      { cookie: 'x-service-sid=c1', 'sec-fetch-site': 'same-site' },
      '',
      { kind: 'none' },
    ],
    [
      'a cookie from a foreign origin',
      { cookie: 'x-service-sid=c1', origin: 'http://evil.example' },
      '',
      { kind: 'none' },
    ],
    [
      'a session from another site',
      { 'x-service-sid': 's1', origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
      '',
      { kind: 'session', id: 's1', cookie: false },
    ],
    [
      'UTF-8',
      { 'auth-username': Buffer.from('Zoë').toString('latin1'), 'auth-password': Buffer.from('πw').toString('latin1') },
      '',
      { ...password, username: 'Zoë', password: 'πw' },
    ],
    ['Latin-1', { 'auth-username': 'Zoë', 'auth-password': 'pw' }, '', { ...password, username: 'Zoë' }],
  ];

  for (const [what, headers, query, expected] of rows) {
    test(`${what}`, async (context) => {
      const { credentials, input } = await seen(context, headers, query);

      assert.deepEqual(credentials, expected);
      assert.deepEqual(input, {});
    });
  }

  test('through remote access is a token as well, in the header or the query', async (context) => {
    const header = await seen(context, { 'x-remote-token': 't1' }, '?x-remote-token=t2', 'remote');
    const query = await seen(context, {}, '?x-remote-token=t2&x-service-sid=s1', 'remote');

    assert.deepEqual([header.remoteToken, query.remoteToken], ['t1', 't2']);
    assert.deepEqual(query.input, {});
  });
});

describe('a session in a cookie', () => {
  const headers = { 'auth-username': 'ann', 'auth-password': 'pw' };

  test('is set where credential headers opened one', async (context) => {
    const { base, gate } = await listen(context);
    gate.answer = () => success(true, { opened: 'new' });

    const usual = await fetch(`${base}/api/v1/getVersion`, { headers });
    const persistent = await fetch(`${base}/api/v1/getVersion`, { headers: { ...headers, 'auth-persistent': 'true' } });

    assert.deepEqual(usual.headers.getSetCookie(), ['x-service-sid=new; Path=/; HttpOnly; SameSite=Strict']);
    assert.deepEqual(persistent.headers.getSetCookie(), [
      'x-service-sid=new; Path=/; Max-Age=63072000; HttpOnly; SameSite=Strict',
    ]);
  });

  test('is not set where none was opened, or by anything but credential headers', async (context) => {
    const { base, gate } = await listen(context);

    const kept = await fetch(`${base}/api/v1/getVersion`, { headers });
    gate.answer = () => success(true, { opened: 'new' });
    const smuggled = await fetch(`${base}/api/v1/auth`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ann', password: 'pw' }),
    });

    assert.deepEqual([...kept.headers.getSetCookie(), ...smuggled.headers.getSetCookie()], []);
  });

  test('is taken away when the session that it carries was ended, and no other one', async (context) => {
    const { base, gate } = await listen(context);
    gate.answer = () => success(true, { ended: true, caller: { ...CALLER, sessionID: 'mine' } });

    const own = await fetch(`${base}/api/v1/logout`, { headers: { cookie: 'x-service-sid=mine' } });
    const other = await fetch(`${base}/api/v1/logout`, {
      headers: { cookie: 'x-service-sid=other', 'x-service-sid': 'mine' },
    });

    assert.deepEqual(own.headers.getSetCookie(), ['x-service-sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']);
    assert.deepEqual(other.headers.getSetCookie(), []);
  });
});
