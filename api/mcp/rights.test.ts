import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { until } from '../../property-tests/fixtures.ts';
import { ASSISTANT, type McpHouse, mcpClient, openMcpHouse, READER } from '../../property-tests/mcp-house.ts';
import { outcome } from '../../property-tests/small-house.ts';
import { CALLS } from '../calls/index.ts';
import { ALLOWED_CALLS } from './allowed-calls.ts';
import { contextOf } from './context-of.ts';

let house: McpHouse;
beforeEach(async () => {
  house = await openMcpHouse();
});
afterEach(() => house.close());

const idOf = (token: string): number => house.mcpTokens.find(token)?.id ?? 0;
const asking = (token = ASSISTANT) => {
  const context = contextOf(house.mcpOptions, idOf(token), '192.168.1.7');
  return async (call: string, input?: unknown) => outcome(await context.ask(call, input));
};
const NOT_ALLOWED = [400, 117];

test('of the calls of the interface, those of the list can be asked for and no others', async () => {
  const ask = asking();
  for (const call of ALLOWED_CALLS) assert.ok(CALLS.has(call), call);
  for (const call of [...CALLS.keys(), 'unknown']) {
    if (!ALLOWED_CALLS.has(call)) assert.deepEqual(await ask(call, { id: 1, name: 'x' }), NOT_ALLOWED, call);
  }
});

test('nothing that is reserved to the configuration interface is on the list', () => {
  const reserved = /user|password|token|webhook|remote|auth|logout|init$|backup|restore|reset|port/i;
  assert.deepEqual(
    [...ALLOWED_CALLS].filter((call) => reserved.test(call)),
    ['getUsers'],
  );
  for (const call of ALLOWED_CALLS) {
    const definition = CALLS.get(call);
    assert.ok(definition?.session === undefined && !definition?.local, call);
  }
});

test('a token that may only read carries no call that writes, and all that read', async () => {
  const ask = asking(READER);
  for (const call of ALLOWED_CALLS) {
    const answer = await ask(call, {});
    if (CALLS.get(call)?.effect === 'write') assert.deepEqual(answer, NOT_ALLOWED, call);
    else assert.notDeepEqual(answer, NOT_ALLOWED, call);
  }
});

test('what a token may changes while its sessions last', async () => {
  const ask = asking();
  const lamp = { cid: 'C1', property: 'state', value: true };
  assert.deepEqual(await ask('addRoom', { name: 'Loft' }), { id: 4 });
  await house.mcpTokens.set(idOf(ASSISTANT), { readOnly: true });
  assert.deepEqual(await ask('componentUpdate', lamp), NOT_ALLOWED);
  await house.mcpTokens.set(idOf(ASSISTANT), { readOnly: false, enabled: false });
  assert.deepEqual(await ask('getRooms'), [401, 106]);
  await house.mcpTokens.set(idOf(ASSISTANT), { enabled: true });
  assert.equal(((await ask('getRooms')) as unknown[]).length, 4);
  await house.mcpTokens.remove(idOf(ASSISTANT));
  assert.deepEqual(await ask('getRooms'), [401, 106]);
  assert.deepEqual(await ask('componentUpdate', lamp), NOT_ALLOWED);
});

test('a token sees and does everything, whatever rooms and scenes users are given', async () => {
  const ask = asking();
  const components = (await ask('getAllComponents')) as { json: Buffer };
  assert.equal(JSON.parse(components.json.toString()).length, 5);
  assert.equal(((await ask('getUsers')) as unknown[]).length, 5);
  assert.equal(JSON.stringify(await ask('getUsers')).includes('password'), false);
});

test('what a token did is told by its name at that time, and is nobody’s of the users', async () => {
  const ask = asking();
  const told: unknown[] = [];
  const listening = house.twin.configuration.subscribe(({ cause }) => told.push(cause));
  await ask('addRoom', { name: 'Loft' });
  await house.mcpTokens.set(idOf(ASSISTANT), { name: 'Tablet' });
  await ask('removeRoom', { id: 4 });
  listening.unsubscribe();
  assert.deepEqual(told, [
    { by: 'user', user: 'MCP token 1 (Assistant)', call: 'addRoom' },
    { by: 'user', user: 'MCP token 1 (Tablet)', call: 'removeRoom' },
  ]);
  const [removed, added] = house.audit.lines({ since: null, limit: 2 });
  assert.deepEqual([added?.user, removed?.user], ['MCP token 1 (Assistant)', 'MCP token 1 (Tablet)']);
  assert.deepEqual([added?.transport, added?.path, added?.source], ['mcp', 'local', '192.168.1.7']);
});

test('no user can be called as tokens are', async () => {
  const user = { group: 'user', password: 'a decent password' } as const;
  for (const username of ['MCP token 1 (Assistant)', 'mcp TOKEN x'])
    await assert.rejects(house.access.addUser({ username, ...user }), { code: 106 }, username);
  await assert.rejects(house.access.setUser(2, { username: 'MCP token 1' }), { code: 106 });
  await house.access.addUser({ username: 'MCP', ...user });
  await assert.rejects(openMcpHouse({ accounts: [{ username: 'MCP token 9', password: 'x', group: 'admin' }] }));
});

test('a client whose token becomes one that only reads is told that its tools have changed', async () => {
  const { client } = await mcpClient(house.local);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const all = await names();
  let isTold = false;
  client.fallbackNotificationHandler = async ({ method }) => {
    isTold ||= method === 'notifications/tools/list_changed';
  };
  // Until its stream is open nobody can tell it anything.
  await until(async () => {
    await house.mcpTokens.set(idOf(ASSISTANT), { readOnly: false });
    await house.mcpTokens.set(idOf(ASSISTANT), { readOnly: true });
    house.pass(1);
    return isTold;
  }, 'it is told');
  assert.ok((await names()).length < all.length);
  await client.close();
});
