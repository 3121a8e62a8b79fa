import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { until } from '../../property-tests/fixtures.ts';
import { send } from '../../property-tests/http-client.ts';
import {
  ASSISTANT,
  initialize,
  type McpHouse,
  mcpClient,
  message,
  OTHER,
  openMcpHouse,
  openMcpSession,
  openStream,
  post,
  READER,
  refusalOf,
} from '../../property-tests/mcp-house.ts';
import type { Instant } from '../../twin/index.ts';
import { MCP_LIMITS } from './limits.ts';

let house: McpHouse;
beforeEach(async () => {
  house = await openMcpHouse();
});
afterEach(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

const ping = async (session: string, token = ASSISTANT): Promise<number> =>
  (await post(house.local, message('ping'), token, { 'mcp-session-id': session })).status;
const tokenOf = (text: string): number => house.mcpTokens.find(text)?.id ?? 0;
const listening = async (session: string, token = ASSISTANT) => {
  const stream = await openStream(house.local, session, token);
  await until(() => stream.text.includes('text/event-stream'), 'the stream begins');
  return stream;
};
const skill = (enabled: boolean) =>
  house.twin.configure(
    { collection: 'skills', action: 'set', id: 'mcp', record: { enabled } },
    { by: 'user', user: 'admin', call: 'setSkill' },
  );

test('the client of the library opens a session, uses it and ends it', async () => {
  const { client, transport } = await mcpClient(house.local);
  assert.equal(client.getServerVersion()?.name, 'service-mcp');
  assert.ok((client.getInstructions() ?? '').length > 0);
  assert.deepEqual(await client.ping(), {});
  assert.equal(house.mcp.sessions, 1);
  await transport.terminateSession();
  assert.equal(house.mcp.sessions, 0);
  await client.close();
});

test('a token that is disabled or removed takes its sessions along at once, and no others', async () => {
  const [own, reader, other] = [
    await openMcpSession(house.local),
    await openMcpSession(house.local, READER),
    await openMcpSession(house.local, OTHER),
  ];
  const [stream, theirs] = [await listening(own), await listening(other, OTHER)];
  await house.mcpTokens.set(tokenOf(ASSISTANT), { enabled: false });
  await house.mcpTokens.remove(tokenOf(READER));
  assert.equal(house.mcp.sessions, 1);
  await until(() => stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
  assert.deepEqual(refusalOf(await post(house.local, initialize())), [401, -32_000, 'Invalid token']);
  assert.deepEqual(refusalOf(await post(house.local, initialize(), READER)), [401, -32_000, 'Invalid token']);
  await house.mcpTokens.set(tokenOf(ASSISTANT), { enabled: true });
  assert.deepEqual([await ping(own), await ping(reader, ASSISTANT), await ping(other, OTHER)], [400, 400, 200]);
  assert.equal(theirs.isClosed, false);
});

test('a token that is renamed keeps its sessions', async () => {
  const session = await openMcpSession(house.local);
  await house.mcpTokens.set(tokenOf(ASSISTANT), { name: 'Renamed', readOnly: true });
  assert.equal(await ping(session), 200);
});

test('switching the skill off ends every session at once, and they do not come back with it', async () => {
  const session = await openMcpSession(house.local);
  const stream = await listening(session);
  skill(false);
  assert.equal(house.mcp.sessions, 0);
  await until(() => stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
  skill(true);
  assert.equal(await ping(session), 400);
});

test('a session that nobody uses ends, one with an open stream does not', async () => {
  const [idle, used, listened] = [
    await openMcpSession(house.local),
    await openMcpSession(house.local),
    await openMcpSession(house.local),
  ];
  const stream = await listening(listened);
  house.pass(MCP_LIMITS.idleSeconds.value - 120);
  assert.equal(await ping(used), 200);
  house.pass(180);
  assert.deepEqual([await ping(idle), await ping(used), await ping(listened)], [400, 200, 200]);
  stream.socket.destroy();
  await until(() => {
    house.pass(MCP_LIMITS.idleSeconds.value + 60);
    return house.mcp.sessions === 0;
  }, 'all are idle');
});

test('driven time ends nothing', async () => {
  const session = await openMcpSession(house.local);
  house.clock.advanceTo((house.clock.now() + 10 * 86_400_000) as Instant);
  assert.equal(await ping(session), 200);
});

test('a session in excess takes the place of the one that has been idle longest, of the same token', async () => {
  const first = await openMcpSession(house.local, OTHER);
  const own: string[] = [];
  for (let count = 0; count < MCP_LIMITS.sessionsPerToken.value; count += 1) {
    own.push(await openMcpSession(house.local));
    house.pass(1);
  }
  const stream = await listening(own[0] ?? '');
  const further = await openMcpSession(house.local);
  assert.equal(house.mcp.sessions, MCP_LIMITS.sessionsPerToken.value + 1);
  assert.deepEqual([await ping(own[0] ?? ''), await ping(own[1] ?? ''), await ping(own[2] ?? '')], [200, 400, 200]);
  assert.deepEqual([await ping(further), await ping(first, OTHER)], [200, 200]);
  stream.socket.destroy();
});

test('where every session is in use, a further one is refused', async () => {
  const streams = [];
  for (let count = 0; count < MCP_LIMITS.sessionsPerToken.value; count += 1)
    streams.push(await listening(await openMcpSession(house.local)));
  assert.equal((await post(house.local, initialize())).status, 429);
  assert.equal((await post(house.local, initialize(), OTHER)).status, 200);
  assert.equal(house.mcp.sessions, MCP_LIMITS.sessionsPerToken.value + 1);
  for (const { socket } of streams) socket.destroy();
});

test('who opens sessions stands in the audit by the token’s name, and the last use is known', async () => {
  await openMcpSession(house.local);
  const [line] = house.audit.lines({ since: null, limit: 1 });
  assert.deepEqual(
    [line?.kind, line?.user, line?.call, line?.transport],
    ['login', `MCP token ${tokenOf(ASSISTANT)} (Assistant)`, 'mcp', 'mcp'],
  );
  assert.equal(house.mcpTokens.get(tokenOf(ASSISTANT))?.lastUsed, house.clock.now());
  assert.equal(house.mcpTokens.get(tokenOf(OTHER))?.lastUsed, null);
});

test('when the controller stops, streams end and nobody is let in any more', async () => {
  const stream = await listening(await openMcpSession(house.local));
  const closed = house.mcp.close();
  await until(() => stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
  await closed;
  assert.equal((await post(house.local, initialize())).status, 503);
});

test('DELETE ends the session and its stream', async () => {
  const session = await openMcpSession(house.local);
  const stream = await listening(session);
  const headers = { authorization: `Bearer ${ASSISTANT}`, 'mcp-session-id': session };
  assert.equal((await send(`${house.local}/mcp`, { method: 'DELETE', headers })).status, 200);
  await until(() => stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
  assert.equal((await send(`${house.local}/mcp`, { method: 'DELETE', headers })).status, 400);
});
