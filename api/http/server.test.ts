import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { LIMITS } from '../limits.ts';
import { listen, success } from './listening.test.ts';

const REQUEST = 'GET /api/v1/getVersion HTTP/1.1\r\nHost: h\r\n\r\n';

describe('a client that does not speak HTTP', () => {
  const rows: readonly (readonly [string, string | Buffer, number])[] = [
    ['noise', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00, 0x0d, 0x0a]), 400],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: h\r\n\r\n', 400],
    ['no host', 'GET /api/v1/getVersion HTTP/1.1\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a wrong chunk', 'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['a header with a line break', 'GET / HTTP/1.1\r\nHost: h\r\nx: a\nb: \rc\r\n\r\n', 400],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: h\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path without an end', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, 431],
  ];

  for (const [what, bytes, status] of rows) {
    test(`but ${what} is turned away with status ${status}`, async (context) => {
      const { base, raw } = await listen(context);

      const said = await raw(bytes);

      assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal((await fetch(`${base}/api/v1/getVersion`)).status, 200);
    });
  }

  test('is not answered in the middle of an answer', async (context) => {
    const { gate, raw } = await listen(context);
    gate.answer = () => success('x'.repeat(50_000_000));

    const said = await raw(`${REQUEST}nonsense\r\n\r\n`);

    assert.equal(said.split('HTTP/1.1 ').length, 2);
    assert.match(said, /^HTTP\/1\.1 (?:200 OK|400 Bad Request)\r\n/);
  });
});

describe('a slow client', () => {
  const settings = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

  test('that says nothing at all is turned away', async (context) => {
    const { raw } = await listen(context, { settings });

    assert.match(await raw(''), /^HTTP\/1\.1 408 /);
  });

  test('that does not finish its headers is turned away with status 408', async (context) => {
    const { raw } = await listen(context, { settings });

    const said = await raw('GET /api/v1/getVersion HTTP/1.1\r\nHost: h\r\n');

    assert.match(said, /^HTTP\/1\.1 408 Request Timeout\r\n.*"errorCode":116/s);
  });

  test('that does not finish its body is turned away with status 408, and the gate never sees it', async (context) => {
    const { gate, raw } = await listen(context, { settings });

    const said = await raw(
      'POST /api/v1/getVersion HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    );

    assert.match(said, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.deepEqual(gate.requests, []);
  });

  test('that waits for its answer is not meant', async (context) => {
    const { gate, raw } = await listen(context, { settings });
    gate.answer = () => new Promise((answer) => setTimeout(() => answer(success('late')), 500));

    assert.match(await raw(REQUEST, /late/), /^HTTP\/1\.1 200 OK/);
  });
});

test('a client that does not read a large answer is cut off, and one that does is not', async (context) => {
  const { gate, port, server } = await listen(context);
  gate.answer = ({ input }) => success('x'.repeat(Number((input as { size: string }).size)));
  const timeoutAfter = async (size: number): Promise<number | undefined> => {
    const client = connect(port, '127.0.0.1').pause();
    const [socket] = (await once(server, 'connection')) as [Socket];
    client.write(`GET /api/v1/getVersion?size=${size} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await new Promise((done) => setTimeout(done, 100));
    const { timeout } = socket;
    client.destroy();
    return timeout;
  };

  assert.equal(await timeoutAfter(50_000_000), LIMITS.silenceSeconds.value * 1_000);
  assert.notEqual(await timeoutAfter(100), LIMITS.silenceSeconds.value * 1_000);
});

test('a thousand connections are served at once, half of them silent', async (context) => {
  const { base, port } = await listen(context);
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 1_000 }, open));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
  });

  const answers = await Promise.all(
    sockets.slice(500).map(async (socket) => {
      socket.write(REQUEST);
      const [said] = (await once(socket, 'data')) as [Buffer];
      return said.toString().split('\r\n', 1)[0];
    }),
  );

  assert.deepEqual(new Set(answers), new Set(['HTTP/1.1 200 OK']));
  assert.equal((await fetch(`${base}/api/v1/getVersion`)).status, 200);
});

describe('an offer of another protocol', () => {
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';

  test('is declined, and the request answered', async (context) => {
    const { gate, raw } = await listen(context);
    const body = '{"cid":"C1"}';
    const head = 'POST /api/v1/getComponentData HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';

    const get = await raw(`GET /api/v1/getVersion?a=1 HTTP/1.1\r\nHost: h\r\n${offer}\r\n`);
    const post = await raw(`${head}Content-Length: ${body.length}\r\n${offer}\r\n${body}`);
    const chunked = await raw(
      `${head}Transfer-Encoding: chunked\r\n${offer}\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );

    for (const said of [get, post, chunked]) assert.match(said, /^HTTP\/1\.1 200 OK\r\n.*true$/s);
    assert.deepEqual(
      gate.requests.map(({ input }) => input),
      [{ a: '1' }, { cid: 'C1' }, { cid: 'C1' }],
    );
  });

  test('is declined when the body comes later', async (context) => {
    const { gate, port } = await listen(context);
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });

    socket.write(
      `POST /api/v1/getComponentData HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 12\r\n${offer}\r\n`,
    );
    setTimeout(() => socket.write('{"cid":"C1"}'), 50);
    await once(socket, 'close');

    assert.match(said, /^HTTP\/1\.1 200 OK/);
    assert.deepEqual(gate.request.input, { cid: 'C1' });
  });

  test('is told from one of a WebSocket', async (context) => {
    const { raw } = await listen(context);
    const socket = 'Connection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n';

    const asked = await raw(`GET /socket HTTP/1.1\r\nHost: h\r\n${socket}Upgrade: WebSocket\r\n\r\n`);
    const notAsked = await raw(`GET /socket HTTP/1.1\r\nHost: h\r\n${socket}Upgrade: websocket2\r\n\r\n`);

    assert.match(asked, /^HTTP\/1\.1 501 /);
    assert.match(notAsked, /^HTTP\/1\.1 404 /);
  });
});
