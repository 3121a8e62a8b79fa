import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Reply, send } from '../../property-tests/http-client.ts';
import {
  ASSISTANT,
  initialize,
  JSON_RPC,
  type McpHouse,
  message,
  OTHER,
  openMcpHouse,
  openMcpSession,
  post,
  refusalOf,
} from '../../property-tests/mcp-house.ts';

let house: McpHouse;
before(async () => {
  house = await openMcpHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

const METHODS = ['GET', 'POST', 'DELETE'] as const;
const ask = (method: string, headers: { readonly [name: string]: string } = {}, base = house.local) =>
  send(`${base}/mcp`, {
    method,
    headers: { ...JSON_RPC, ...headers },
    ...(method === 'POST' && { body: initialize() }),
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isJsonRpcError = ({ body, headers }: Reply): boolean => {
  const { jsonrpc, id, error } = body as { jsonrpc: unknown; id: unknown; error: { code: unknown } };
  return (
    jsonrpc === '2.0' && id === null && typeof error.code === 'number' && headers['content-type'] === 'application/json'
  );
};

test('through remote access the answer is 511, whatever else is missing or there', async () => {
  for (const method of [...METHODS, 'PUT', 'OPTIONS']) {
    for (const headers of [{}, bearer('wrong'), bearer(ASSISTANT), { ...bearer(ASSISTANT), host: 'evil.example' }]) {
      const reply = await ask(method, headers, house.remote);
      assert.equal(reply.status, 511);
      assert.ok(isJsonRpcError(reply));
    }
  }
});

test('who is not local is remote, whatever the listener, also behind a proxy that is believed', async () => {
  const behind = await openMcpHouse({ proxies: ['127.0.0.1'] });
  const from = (address: string, base: string) =>
    ask('POST', { ...bearer(ASSISTANT), 'x-forwarded-for': address }, base);
  for (const [address, status] of [
    ['203.0.113.9', 511],
    ['nobody knows', 511],
    ['192.168.1.7', 200],
  ] as const)
    assert.equal((await from(address, behind.local)).status, status, address);
  assert.equal((await from('203.0.113.9', house.local)).status, 200, 'nobody is believed who is not named');
  await behind.close();
});

test('while the skill is off the answer is 404, with a token or without', async () => {
  const cause = { by: 'user', user: 'admin', call: 'setSkill' } as const;
  const turn = (enabled: boolean) =>
    house.twin.configure({ collection: 'skills', action: 'set', id: 'mcp', record: { enabled } }, cause);
  turn(false);
  for (const method of METHODS) {
    for (const headers of [{}, bearer('wrong'), bearer(ASSISTANT), { ...bearer(ASSISTANT), 'mcp-session-id': 'x' }]) {
      assert.deepEqual(refusalOf(await ask(method, headers)), [404, -32_000, 'The MCP skill is switched off']);
    }
  }
  turn(true);
  assert.equal((await ask('POST', bearer(ASSISTANT))).status, 200);
});

test('without a token, or with a wrong one, the answer is 401 before anything is said of sessions', async () => {
  const missing = [401, -32_000, 'Missing or invalid Authorization header'];
  for (const method of METHODS) {
    for (const authorization of [undefined, '', 'Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', ASSISTANT]) {
      const reply = await ask(method, authorization === undefined ? {} : { authorization });
      assert.deepEqual(refusalOf(reply), missing, String(authorization));
      assert.equal(reply.headers['www-authenticate'], 'Bearer');
    }
    for (const token of ['wrong', ASSISTANT.slice(1), `${ASSISTANT}x`, ASSISTANT.toUpperCase(), 'x'.repeat(5_000)]) {
      const reply = await ask(method, { ...bearer(token), 'mcp-session-id': 'x' });
      assert.deepEqual(refusalOf(reply), [401, -32_000, 'Invalid token']);
    }
  }
  assert.equal((await ask('POST', { authorization: `bearer  ${ASSISTANT} ` })).status, 200);
});

test('what comes without a valid session, and does not begin one, is answered with 400', async () => {
  const none = [400, -32_000, 'Bad Request: no valid session; begin one with initialize'];
  const theirs = await openMcpSession(house.local, OTHER);
  const ended = await openMcpSession(house.local);
  assert.equal((await ask('DELETE', { ...bearer(ASSISTANT), 'mcp-session-id': ended })).status, 200);
  for (const session of [undefined, '', 'unknown', ended, theirs]) {
    const headers = session === undefined ? {} : { 'mcp-session-id': session };
    for (const method of ['GET', 'DELETE']) {
      assert.deepEqual(refusalOf(await ask(method, { ...bearer(ASSISTANT), ...headers })), none);
    }
    for (const body of [message('tools/list'), message('notifications/initialized', {}, null), '[]', '{}', 'null']) {
      assert.deepEqual(refusalOf(await post(house.local, body, ASSISTANT, headers)), none, body);
      assert.deepEqual(refusalOf(await post(house.local, body, ASSISTANT, { ...headers, accept: '*/*' })), none);
    }
  }
  assert.equal((await post(house.local, message('ping'), OTHER, { 'mcp-session-id': theirs })).status, 200);
});

test('other methods are answered with 405 and those that there are', async () => {
  const session = await openMcpSession(house.local);
  for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD']) {
    for (const headers of [{}, { ...bearer(ASSISTANT), 'mcp-session-id': session }]) {
      const reply = await ask(method, headers);
      assert.equal(reply.status, 405);
      assert.equal(reply.headers.allow, 'GET, POST, DELETE');
    }
  }
});

test('a name that anybody on the Internet may have made lead here is not answered', async () => {
  const own = new URL(house.local).host;
  const { port } = new URL(house.local);
  for (const host of [
    own,
    `localhost:${port}`,
    '192.168.1.20',
    '[fd12::1]:8080',
    'house',
    'house.local',
    'a.home.arpa',
  ])
    assert.equal((await ask('POST', { ...bearer(ASSISTANT), host })).status, 200, host);
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'house.com', 'a@localhost'])
    assert.equal((await ask('POST', { ...bearer(ASSISTANT), host })).status, 403, host);
});

test('a page of another site is not answered, one of the controller itself is', async () => {
  const own = new URL(house.local).host;
  for (const headers of [{ origin: `http://${own}` }, { 'sec-fetch-site': 'same-origin', origin: `http://${own}` }])
    assert.equal((await ask('POST', { ...bearer(ASSISTANT), ...headers })).status, 200);
  for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    const reply = await ask('POST', { ...bearer(ASSISTANT), ...headers });
    assert.equal(reply.status, 403);
    assert.ok(isJsonRpcError(reply));
  }
});

test('only /mcp is the endpoint', async () => {
  for (const path of ['/mcp', '/mcp/', '/mcp?x=1'])
    assert.equal((await send(`${house.local}${path}`)).status, 401, path);
  for (const path of ['/', '/MCP', '/mcp/x', '/mcpx', '/x/mcp'])
    assert.equal((await send(`${house.local}${path}`)).status, 418);
});

test('wrong tokens of one address are one line of the audit in a minute, whatever they were', async () => {
  const before = house.audit.lines({ since: null, limit: 1_000 }).length;
  for (let attempt = 0; attempt < 20; attempt += 1) await ask('POST', bearer(`guess-${attempt}`));
  const lines = house.audit.lines({ since: null, limit: 1_000 });
  assert.equal(lines.length, before);
  const [line] = lines.filter(({ kind }) => kind === 'refusal');
  assert.ok(line && line.count >= 20 && line.user === null && line.transport === 'mcp');
  assert.equal(JSON.stringify(lines).includes('guess'), false);
});
