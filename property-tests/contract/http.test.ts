import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ERROR_BODY, ERRORS, LANGUAGES, REFUSED_METHODS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { as, call, control, type Headers, send, sessionOf, withSession } from '../http-client.ts';
import { connect } from '../socket-client.ts';

describe('the interface over HTTP', () => {
  let sandbox: RunningSandbox;
  let headers: Headers;

  before(async () => {
    sandbox = await startSandbox();
    headers = withSession(await sessionOf(sandbox.http, 'resident'));
  });
  after(() => sandbox.stop());

  const get = (path: string) => send(`${sandbox.http}/api/v1/${path}`, { headers });
  const form = (name: string, body: string) =>
    send(`${sandbox.http}/api/v1/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  test('true and false become booleans in a form and in a query', async () => {
    const expected = await call(
      sandbox.http,
      'getAllComponents',
      { withProperties: true, withMappings: false },
      { headers },
    );

    assert.deepEqual((await get('getAllComponents?withProperties=true&withMappings=false')).body, expected.body);
    assert.deepEqual((await form('getAllComponents', 'withProperties=true&withMappings=false')).body, expected.body);
    for (const wrong of ['withProperties=1', 'withProperties=yes', 'withProperties=True']) {
      assert.deepEqual(
        [(await get(`getAllComponents?${wrong}`)).errorCode, (await form('getAllComponents', wrong)).errorCode],
        [106, 106],
        wrong,
      );
    }
  });

  test('in a body of JSON the text true is no boolean', async () => {
    assert.equal(
      (await call(sandbox.http, 'getAllComponents', { withProperties: 'true' }, { headers })).errorCode,
      106,
    );
  });

  test('numbers can be given in a form and in a query', async () => {
    assert.deepEqual((await get('componentUpdate?cid=C7&property=brightness&value=50')).body, { C7: true });
    assert.deepEqual((await form('componentUpdate', 'cid=C7&property=brightness&value=40')).body, { C7: true });
    assert.equal((await get('componentUpdate?cid=C7&property=brightness&value=1e3')).errorCode, 106);
    assert.equal((await get('executeScene?id=999')).errorCode, 112);
    assert.equal((await get('executeScene?id=one')).errorCode, 106);
  });

  test('a content type may carry a character set and any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"']) {
      const answer = await send(`${sandbox.http}/api/v1/getComponentData`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: '{"cid":"C1","property":"state"}',
      });
      assert.equal(answer.status, 200, type);
    }
  });

  test('a body that is not what its content type says is error 106', async () => {
    for (const [type, body] of [
      ['application/json', '{"cid":'],
      ['application/json', 'cid=C1&property=state'],
      ['application/json', '[]'],
      ['application/json', '"C1"'],
      ['application/json', 'null'],
      ['application/json', '7'],
      ['text/plain', '{"cid":"C1","property":"state"}'],
      ['application/xml', '<cid>C1</cid>'],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      const answer = await send(`${sandbox.http}/api/v1/getComponentData`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });
      assert.deepEqual([answer.status, answer.errorCode], [400, 106], `${type} ${body}`);
    }
  });

  test('a body over one mebibyte is error 106, and one of exactly that size is read', async () => {
    const padded = (bytes: number) => {
      const start = '{"cid":"C1","property":"state","padding":"';
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    const post = (body: string) =>
      send(`${sandbox.http}/api/v1/getComponentData`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });

    assert.equal((await post(padded(1_048_576))).status, 200);
    const refused = await post(padded(1_048_577));
    assert.deepEqual([refused.status, refused.errorCode], [400, 106]);
  });

  for (const method of REFUSED_METHODS) {
    test(`${method} is not a method of the interface`, async () => {
      for (const name of ['getVersion', 'getCastle', 'auth']) {
        const answer = await send(`${sandbox.http}/api/v1/${name}`, { method, headers });
        assert.equal(answer.status, 405, name);
        if (method !== 'HEAD') assert.deepEqual(answer.body, { errorCode: 117, errorText: 'Method Not Allowed' });
      }
    });
  }

  test('every call needs a login, and a living session', async () => {
    for (const credentials of [{}, withSession('gone'), { cookie: 'x-service-sid=gone' }]) {
      const answer = await call(sandbox.http, 'getVersion', {}, { headers: credentials });
      assert.deepEqual([answer.status, answer.errorCode], [401, 106]);
    }
  });

  test('an error body has its fields and no others', async () => {
    const body = (await call(sandbox.http, 'getComponentData', {}, { headers })).as<object>();

    assert.deepEqual(Object.keys(body), ERROR_BODY.always);
    assert.deepEqual(body, { errorCode: 106, errorText: 'Parameter(s) error' });
  });
});

describe('error texts are in the language of the client', () => {
  let sandbox: RunningSandbox;
  before(async () => {
    sandbox = await startSandbox(['--scenario', 'one-room']);
  });
  beforeEach(() => control(sandbox.http, '/reset', {}));
  after(() => sandbox.stop());

  const text = async (
    language: string | undefined,
    name = 'getComponentData',
    who: Headers = as('resident'),
    method = 'POST',
  ) => {
    const headers = { ...who, ...(language === undefined ? {} : { 'accept-language': language }) };
    const answer = await send(`${sandbox.http}/api/v1/${name}`, { method, headers });
    return answer.as<{ errorText: string }>().errorText;
  };

  test('English is as the specification shows it', async () => {
    const [parameter, , , notFound, timeout, notAllowed] = ERRORS.map(({ texts }) => texts);

    assert.equal(await text('en'), parameter?.[0]);
    assert.equal(await text('en', 'getCastle'), timeout?.[0]);
    assert.equal(await text('en', 'getUsers'), notAllowed?.[0]);
    assert.equal(await text('en', 'getUsers', as('resident'), 'PUT'), notAllowed?.[1]);
    const missing = await call(
      sandbox.http,
      'getComponentData',
      { cid: 'C9', property: 'x' },
      { headers: as('resident') },
    );
    assert.equal(missing.as<{ errorText: string }>().errorText, notFound?.[0]);
  });

  test('the four languages have texts of their own for every error', async () => {
    const provoke: readonly ((language: string) => Promise<string>)[] = [
      (language) => text(language),
      (language) => text(language, 'getCastle'),
      (language) => text(language, 'getUsers'),
      (language) => text(language, 'getUsers', as('resident'), 'PUT'),
      (language) => text(language, 'getVersion', { ...as('resident'), 'auth-password': 'x' }),
      (language) => text(language, 'getVersion', as('former')),
    ];
    for (const ask of provoke) {
      const texts = await Promise.all(LANGUAGES.map(ask));
      assert.equal(new Set(texts).size, LANGUAGES.length, JSON.stringify(texts));
      for (const one of texts) assert.match(one, /^\p{Lu}.{4,80}$/u);
    }
  });

  for (const [header, expected] of [
    [undefined, 'en'],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['en;q=0.2, it;q=0.9, de;q=0.5', 'it'],
    ['es, pt;q=0.9, de;q=0.1', 'de'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['en;q=0.5,de;q=0.5', 'en'],
    ['es', 'en'],
    ['*', 'en'],
    ['es, *;q=0.5', 'en'],
    ['', 'en'],
    [';;;q=,,,', 'en'],
    ['de;q=banana', null],
    ['x'.repeat(8_000), 'en'],
  ] as const) {
    test(`accept-language ${JSON.stringify(header?.slice(0, 40))} is answered in ${expected ?? 'some language'}`, async () => {
      const got = await text(header);

      if (expected === null) assert.ok(got.length > 4);
      else assert.equal(got, await text(expected));
    });
  }

  test('over Socket.io it is the language of init', async () => {
    for (const language of LANGUAGES) {
      const socket = await connect(sandbox.http, {
        query: { 'x-service-sid': await sessionOf(sandbox.http, 'resident') },
      });
      await socket.ask('init', { language, appName: 'property-tests' });
      const answer = await socket.ask('getComponentData', {});
      socket.close();

      assert.deepEqual(answer, { errorCode: 106, errorText: await text(language) });
    }
  });
});
