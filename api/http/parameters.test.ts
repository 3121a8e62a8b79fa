import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { listen } from './listening.test.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

const HEAD = 'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';

const post = (url: string, body: string | Buffer, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body), headers });

const errorCodeOf = async (answer: Response): Promise<unknown> =>
  ((await answer.json()) as { errorCode?: unknown }).errorCode;

describe('parameters', () => {
  const body = '{"cid":"C1","property":"state"}';
  const expected = { cid: 'C1', property: 'state' };

  test('come as JSON, as a form or in a query', async (context) => {
    const { base, gate } = await listen(context);

    await post(`${base}/api/v1/getComponentData`, body, JSON_TYPE);
    await post(`${base}/api/v1/getComponentData`, body, { 'content-type': 'Application/JSON ; charset="UTF-8"' });
    await post(`${base}/api/v1/getComponentData`, `\uFEFF${body}`, JSON_TYPE);
    await post(`${base}/api/v1/getComponentData`, Buffer.from(body, 'utf16le'), {
      'content-type': 'application/json; charset=utf-16le',
    });
    await post(`${base}/api/v1/getComponentData`, 'cid=C1&property=state', FORM_TYPE);
    await fetch(`${base}/api/v1/getComponentData?cid=C1&property=st%61te`);

    assert.deepEqual(
      gate.requests.map(({ call, input, texts }) => ({ call, input, texts })),
      [false, false, false, false, true, true].map((texts) => ({ call: 'getComponentData', input: expected, texts })),
    );
  });

  test('come as a form from curl', async (context) => {
    const { base, gate } = await listen(context);

    const { stdout } = await promisify(execFile)('curl', [
      ...['-s', `${base}/api/v1/componentUpdate`, '-H', 'x-service-sid: s1'],
      ...['-d', 'cid=C1', '-d', 'property=state', '--data-urlencode', 'value=true'],
    ]);

    assert.equal(stdout, 'true');
    assert.deepEqual(gate.request.input, { cid: 'C1', property: 'state', value: true });
    assert.deepEqual(gate.request.credentials, { kind: 'session', id: 's1', cookie: false });
  });

  test('of a form or query are booleans if they say so, and in JSON only what JSON says', async (context) => {
    const { base, gate } = await listen(context);

    await fetch(`${base}/api/v1/getComponentData?a=true&b=false&c=TRUE&d=1&e=&f`);
    await post(`${base}/api/v1/getComponentData`, 'a=true&b=%66alse&c=tru+e', FORM_TYPE);
    await post(`${base}/api/v1/getComponentData`, '{"a":"true","b":false}', JSON_TYPE);

    assert.deepEqual(
      gate.requests.map(({ input }) => input),
      [
        { a: true, b: false, c: 'TRUE', d: '1', e: '', f: '' },
        { a: true, b: false, c: 'tru e' },
        { a: 'true', b: false },
      ],
    );
  });

  test('may be left out with the whole body', async (context) => {
    const { base, gate, raw } = await listen(context);

    await fetch(`${base}/api/v1/getVersion`, { method: 'POST' });
    await fetch(`${base}/api/v1/getVersion`, { method: 'POST', headers: JSON_TYPE });
    await raw(
      'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    );

    assert.deepEqual(
      gate.requests.map(({ input }) => input),
      [{}, {}, {}],
    );
  });

  test('arrive however the body is cut', async (context) => {
    const { base, gate, raw } = await listen(context);
    const long = JSON.stringify({ cid: 'C1', property: 'x'.repeat(300_000) });

    await post(`${base}/api/v1/getComponentData`, long, JSON_TYPE);
    await raw(
      [
        'POST /api/v1/getComponentData HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nConnection: close',
        'Transfer-Encoding: chunked\r\n\r\n6\r\n{"cid"\r\n1\r\n:\r\n18\r\n"C1","property":"state"}\r\n0\r\n\r\n',
      ].join('\r\n'),
    );

    assert.deepEqual(
      gate.requests.map(({ input }) => input),
      [JSON.parse(long), expected],
    );
  });

  test('that are not what they claim to be are error 106, and the gate never sees them', async (context) => {
    const { base, gate } = await listen(context);
    const deep = (levels: number) => `{"cid":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const bad: readonly (readonly [string | Buffer, Record<string, string>])[] = [
      ['{"cid":', JSON_TYPE],
      ["{'cid':'C1'}", JSON_TYPE],
      ['\u0000', JSON_TYPE],
      [' ', JSON_TYPE],
      [Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE],
      [body, { 'content-type': 'application/json; charset=nonsense' }],
      [body, { 'content-type': 'text/plain' }],
      [body, { 'content-type': 'application/jsonp' }],
      [body, { 'content-type': '' }],
      [body, { 'content-type': 'multipart/form-data; boundary=x' }],
      [body, { ...JSON_TYPE, 'content-encoding': 'gzip' }],
      [deep(64), JSON_TYPE],
      [deep(400_000), JSON_TYPE],
      ['cid=C1&cid=C2', FORM_TYPE],
      ['cid[]=C1', FORM_TYPE],
      ['cid%5Ba%5D=C1', FORM_TYPE],
      ['cid=%zz', FORM_TYPE],
      ['cid=%ff', FORM_TYPE],
      ['__proto__=1', FORM_TYPE],
    ];

    for (const [sent, headers] of bad) {
      const answer = await post(`${base}/api/v1/getComponentData`, sent, headers);
      assert.equal(answer.status, 400, `${JSON.stringify(headers)} ${sent.slice(0, 40)}`);
      assert.equal(await errorCodeOf(answer), 106);
    }
    for (const query of ['cid=C1&cid=C2', 'cid[]=C1', 'cid=%', '__proto__=1', 'x-service-sid=a&x-service-sid=b']) {
      const answer = await fetch(`${base}/api/v1/getComponentData?${query}`);
      assert.equal(answer.status, 400, query);
      assert.equal(await errorCodeOf(answer), 106);
    }
    assert.deepEqual(gate.requests, []);
  });

  test('that are nested too deep are refused with the name of the field, whatever the call', async (context) => {
    const { base } = await listen(context);
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    const textOf = async (body: string) => {
      const answer = await post(`${base}/api/v1/addRoom`, body, JSON_TYPE);
      return ((await answer.json()) as { errorText: string }).errorText;
    };

    const fault = 'nested deeper than 64 lists and objects';
    assert.equal(await textOf(`{"name":"a [","actions":${deep}}`), `Parameter(s) error: actions: ${fault}`);
    assert.equal(
      await textOf(`{"a":{"b":1},"conditions" : [{"not":${deep}}],"c":1}`),
      `Parameter(s) error: conditions: ${fault}`,
    );
    assert.equal(await textOf(deep), `Parameter(s) error: parameters: ${fault}`);
  });

  test('may be as deep as the limit, and brackets in texts are not depth', async (context) => {
    const { base, gate } = await listen(context);
    const deepest = `{"cid":${'['.repeat(63)}${']'.repeat(63)}}`;
    const brackets = JSON.stringify({ cid: '[{"\\'.repeat(100) });

    assert.equal((await post(`${base}/api/v1/getComponentData`, deepest, JSON_TYPE)).status, 200);
    assert.equal((await post(`${base}/api/v1/getComponentData`, brackets, JSON_TYPE)).status, 200);
    assert.equal(gate.requests.length, 2);
  });

  test('of over 1 MiB are error 106, announced or not, and the connection can be used again', async (context) => {
    const { base, gate, raw } = await listen(context);
    const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

    assert.equal((await post(`${base}/api/v1/getVersion`, sized(1_048_576), JSON_TYPE)).status, 200);
    const answer = await post(`${base}/api/v1/getVersion`, sized(1_048_577), JSON_TYPE);
    assert.equal(answer.status, 400);
    assert.equal(await errorCodeOf(answer), 106);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const said = await raw(
      [
        'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
        `${chunk.repeat(20)}0\r\n`,
        'GET /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
      ].join('\r\n'),
    );
    assert.match(said, /^HTTP\/1\.1 400 .*"errorCode":106.*HTTP\/1\.1 200 OK/s);
    assert.equal(gate.requests.length, 2);
  });

  test('that announce themselves as too large are refused before they come', async (context) => {
    const { raw } = await listen(context);

    const said = await raw(`${HEAD}Content-Length: 1048577\r\n\r\n`, /"errorCode":106/);

    assert.match(said, /^HTTP\/1\.1 400 /);
  });

  for (const [length, framing] of [
    ['an end', 'Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n'],
    ['measure', 'Content-Length: 2147483647\r\n\r\n'],
  ] as const) {
    test(`without ${length} are cut off`, { timeout: 20_000 }, async (context) => {
      const { raw } = await listen(context);

      const said = await raw(`${HEAD}${framing}${'x'.repeat(40_000_000)}`);

      assert.match(said, /^HTTP\/1\.1 400 /);
    });
  }

  test('that fill the memory together are refused, until it is free again', { timeout: 20_000 }, async (context) => {
    const { base, port } = await listen(context);
    const sockets = Array.from({ length: 70 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    const full = JSON.stringify('x'.repeat(1_000_000));

    const refused = new Promise<string>((answer) => {
      for (const socket of sockets) {
        socket.once('data', (said) => answer(said.toString()));
        socket.write(`${HEAD}Content-Length: 1048576\r\n\r\n"${'x'.repeat(1_000_000)}`);
      }
    });

    assert.match(await refused, /^HTTP\/1\.1 408 .*"errorCode":116/s);
    for (const socket of sockets) socket.destroy();
    let status = 0;
    while (status !== 200) ({ status } = await post(`${base}/api/v1/getVersion`, full, JSON_TYPE));
  });
});
