import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import {
  ASSISTANT,
  initialize,
  type McpHouse,
  message,
  openMcpHouse,
  openMcpSession,
  post,
  refusalOf,
  told,
} from '../../property-tests/mcp-house.ts';
import { MCP_LIMITS } from './limits.ts';

let house: McpHouse;
before(async () => {
  house = await openMcpHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

const say = (session: string, body: string | Buffer, headers: { readonly [name: string]: string } = {}) =>
  post(house.local, body, ASSISTANT, { 'mcp-session-id': session, ...headers });

test('initialize is answered as an event, with a session that nobody can guess', async () => {
  const reply = await post(house.local, initialize('2025-06-18'));

  assert.equal(reply.status, 200);
  assert.equal(reply.headers['content-type'], 'text/event-stream');
  assert.match(reply.text, /^event: message\ndata: \{.*\}\n\n$/);
  assert.match(String(reply.headers['mcp-session-id']), /^[\w-]{32,}$/);
  const [answer] = told(reply) as [{ result: { protocolVersion: string; serverInfo: { name: string } } }];
  assert.equal(answer.result.protocolVersion, '2025-06-18');
  assert.equal(answer.result.serverInfo.name, 'service-mcp');
  const sessions = await Promise.all(Array.from({ length: 20 }, () => openMcpSession(house.local)));
  assert.equal(new Set(sessions).size, 20);
});

test('a version that nobody knows is answered with one that is known', async () => {
  const [answer] = told(await post(house.local, initialize('1999-01-01'))) as [{ result: { protocolVersion: string } }];
  assert.equal(answer.result.protocolVersion, '2025-11-25');
});

test('an initialize that is none begins no session, and leaves nobody behind', async () => {
  const [count, watching] = [house.mcp.sessions, house.watching()];
  for (const body of [message('initialize'), message('initialize', { protocolVersion: 1 })])
    assert.deepEqual(refusalOf(await post(house.local, body)).slice(0, 2), [400, -32_602]);
  for (const [headers, status] of [
    [{ accept: 'application/json' }, 406],
    [{ accept: 'text/event-stream' }, 406],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ] as const)
    assert.equal((await post(house.local, initialize(), ASSISTANT, headers)).status, status);
  assert.equal((await post(house.local, `[${initialize()}]`)).status, 400);
  assert.deepEqual([house.mcp.sessions, house.watching()], [count, watching]);
});

test('a session is not begun twice', async () => {
  const session = await openMcpSession(house.local);
  assert.deepEqual(refusalOf(await say(session, initialize())).slice(0, 2), [400, -32_600]);
  const stale = await say('a-session-of-yesterday', initialize());
  assert.equal(stale.status, 200);
  assert.notEqual(stale.headers['mcp-session-id'], 'a-session-of-yesterday');
});

test('what is no JSON-RPC is said to be none, with a session or without', async () => {
  const session = await openMcpSession(house.local);
  const tooDeep = `${'['.repeat(100)}${']'.repeat(100)}`;
  for (const body of ['', '{', 'no', tooDeep, Buffer.from([0x22, 0xff, 0x22])]) {
    assert.deepEqual(refusalOf(await say(session, body)).slice(0, 2), [400, -32_700], String(body));
    assert.deepEqual(refusalOf(await post(house.local, body)).slice(0, 2), [400, -32_700], String(body));
  }
  for (const body of ['{}', 'null', '1', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
    assert.deepEqual(refusalOf(await say(session, body)).slice(0, 2), [400, -32_700], body);
});

test('headers of a session are what the protocol wants them to be', async () => {
  const session = await openMcpSession(house.local);
  const ping = message('ping');
  for (const [headers, status] of [
    [{ accept: 'application/json' }, 406],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'mcp-protocol-version': '1999-01-01' }, 400],
    [{ 'mcp-protocol-version': '2025-06-18' }, 200],
    [{}, 200],
  ] as const)
    assert.equal((await say(session, ping, headers)).status, status, JSON.stringify(headers));
  assert.equal((await say(session, message('notifications/initialized', {}, null))).status, 202);
});

test('a batch is answered in the version that has batches, and refused in all later ones', async () => {
  const batch = `[${message('ping', {}, 'a')},${message('ping', {}, 'b')}]`;
  const [early, late] = [
    await openMcpSession(house.local, ASSISTANT, '2025-03-26'),
    await openMcpSession(house.local, ASSISTANT, '2025-06-18'),
  ];
  const answered = told(await say(early, batch)) as { id: string }[];
  assert.deepEqual(answered.map(({ id }) => id).sort(), ['a', 'b']);
  assert.deepEqual(refusalOf(await say(early, '[]')).slice(0, 2), [400, -32_600]);
  assert.deepEqual(refusalOf(await say(late, batch)).slice(0, 2), [400, -32_600]);
  const many = JSON.stringify(Array.from({ length: 101 }, () => JSON.parse(message('notifications/x', {}, null))));
  assert.equal((await say(early, many)).status, 400);
});

test('two requests that wait at the same time have different ids', async () => {
  const session = await openMcpSession(house.local, ASSISTANT, '2025-03-26');
  const twice = `[${message('ping', {}, 7)},${message('ping', {}, 7)}]`;
  assert.deepEqual(refusalOf(await say(session, twice)).slice(0, 2), [400, -32_600]);
  assert.equal((await say(session, message('ping', {}, 7))).status, 200);
  assert.equal((await say(session, message('ping', {}, 7))).status, 200, 'once answered, an id is free');
});

test('more requests than one session may have under way are refused', async () => {
  const session = await openMcpSession(house.local, ASSISTANT, '2025-03-26');
  const ids = Array.from({ length: MCP_LIMITS.requestsUnderWay.value + 1 }, (_, id) =>
    JSON.parse(message('ping', {}, id)),
  );
  const before = house.drops.mcp;
  assert.equal((await say(session, JSON.stringify(ids))).status, 429);
  assert.equal(house.drops.mcp, before + 1);
  assert.equal((await say(session, JSON.stringify(ids.slice(1)))).status, 200);
});

test('a message of more than 1 MiB is refused, however it comes', async () => {
  const session = await openMcpSession(house.local);
  const large = message('ping', { text: 'x'.repeat(1_048_576) });
  assert.equal((await say(session, large)).status, 413);
  assert.equal((await post(house.local, large)).status, 413);
  assert.equal((await say(session, message('ping', { text: 'x'.repeat(1_000_000) }))).status, 200);

  const { hostname, port, host } = new URL(house.local);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    'POST /mcp HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${ASSISTANT}`,
    'transfer-encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const status = new Promise<string>((answered) =>
    socket.once('data', (chunk) => answered(String(chunk).slice(9, 12))),
  );
  for (let chunk = 0; chunk < 17; chunk += 1) socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  assert.equal(await status, '413');
  socket.destroy();
});

test('who goes away in the middle of a message leaves nothing behind', async () => {
  const { hostname, port, host } = new URL(house.local);
  const count = house.mcp.sessions;
  for (let attempt = 0; attempt < MCP_LIMITS.bodiesUnderWay.value + 5; attempt += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const head = ['POST /mcp HTTP/1.1', `host: ${host}`, `authorization: Bearer ${ASSISTANT}`, 'content-length: 1000'];
    await new Promise<void>((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => sent()));
    socket.destroy();
    await new Promise((closed) => socket.once('close', closed));
  }
  assert.equal((await post(house.local, initialize())).status, 200);
  assert.equal(house.mcp.sessions, count + 1);
});
