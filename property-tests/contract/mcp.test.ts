import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type RunningSandbox, startSandbox, temporaryFolder, until } from '../fixtures.ts';
import { advance, as, call, control, isRecord, type ListedComponent, type Reply } from '../http-client.ts';
import { initialize, mcpClient, openMcpSession, openStream, post, refusalOf } from '../mcp-house.ts';

const SANDBOX = 'sandbox-mcp-token';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox(['--remote-port', '0']);
});
after(() => sandbox.stop());

const admin = (name: string, input?: unknown, base = sandbox.http): Promise<Reply> =>
  call(base, name, input, { headers: as('admin') });

test('every sandbox has the token of the contract, over HTTP and over HTTPS', async () => {
  for (const base of [sandbox.http, sandbox.https]) {
    const reply = await post(base, initialize(), SANDBOX);
    assert.equal(reply.status, 200, base);
    assert.match(reply.text, /^event: message\ndata: .*"name":"service-mcp"/);
  }
  assert.equal((await post(sandbox.remote ?? '', initialize(), SANDBOX)).status, 511);
});

test('the client of the library reads the house and switches a lamp, and the cause names the token', async () => {
  const { client } = await mcpClient(sandbox.http, SANDBOX);
  const components = (await admin('getAllComponents')).as<ListedComponent[]>();
  const lamp = components.find(({ type }) => type === 'switch');
  assert.ok(lamp);
  const { cid } = lamp;
  const found = await client.callTool({ name: 'component_get_by_id', arguments: { cid } });
  const [text] = found.content as { type: string; text: string }[];
  assert.ok(isRecord(JSON.parse(text?.text ?? '')));
  const isOn = lamp.data.find(({ property }) => property === 'state')?.value === true;
  let isDone = false;
  const commanded = client
    .callTool({ name: 'component_set', arguments: { component: cid, property: 'state', value: !isOn } })
    .finally(() => {
      isDone = true;
    });
  await until(async () => {
    await advance(sandbox.http, 1);
    return isDone;
  }, 'the lamp is switched');
  assert.notEqual((await commanded).isError, true);
  const history = await admin('getComponentHistory', { cid, property: 'state', limit: 1 });
  const [latest] = history.as<{ cause: { user?: string } }[]>();
  assert.equal(latest?.cause.user, 'MCP token 1 (Sandbox)');
  await client.close();
});

test('the skill is switched off and on over the interface: 404, then new sessions', async () => {
  const session = await openMcpSession(sandbox.http, SANDBOX);
  assert.equal((await admin('setSkill', { id: 'mcp', enabled: false })).status, 200);
  assert.equal((await post(sandbox.http, initialize(), SANDBOX)).status, 404);
  await admin('setSkill', { id: 'mcp', enabled: true });
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  assert.equal((await post(sandbox.http, ping, SANDBOX, { 'mcp-session-id': session })).status, 400);
  assert.equal((await post(sandbox.http, initialize(), SANDBOX)).status, 200);
});

test('a reset ends the sessions and leaves the token of the sandbox alone', async () => {
  const { token } = (await admin('addMCPToken', { name: 'Of the house before' })).as<{ token: string }>();
  const session = await openMcpSession(sandbox.http, token);
  const stream = await openStream(sandbox.http, session, token);
  await until(() => stream.text.includes('text/event-stream'), 'the stream begins');
  await admin('removeMCPToken', { id: 1 });
  assert.equal((await control(sandbox.http, '/reset')).status, 200);
  await until(() => stream.isClosed || stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
  assert.deepEqual(refusalOf(await post(sandbox.http, initialize(), token))[2], 'Invalid token');
  assert.equal((await post(sandbox.http, initialize(), SANDBOX)).status, 200);
  const names = (await admin('getMCPTokens')).as<{ name: string }[]>().map(({ name }) => name);
  assert.deepEqual(names, ['Sandbox']);
});

test('what was answered of tokens survives a sudden end and a stop, and open streams do not hold the stop up', async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const args = ['--data', folder.path];
  let house = await startSandbox(args);
  const { id, token } = (await admin('addMCPToken', { name: 'Kept' }, house.http)).as<{ id: number; token: string }>();
  await admin('setMCPToken', { id: 1, enabled: false }, house.http);
  await house.kill();

  house = await startSandbox(args);
  assert.equal((await post(house.http, initialize(), SANDBOX)).status, 401);
  const stream = await openStream(house.http, await openMcpSession(house.http, token), token);
  await until(() => stream.text.includes('text/event-stream'), 'the stream begins');
  await admin('removeMCPToken', { id: 1 }, house.http);
  const told = Date.now();
  assert.equal(await house.stop(), 0);
  assert.ok(Date.now() - told < 2_500, 'within 2 seconds, and what a busy machine takes');
  assert.ok(stream.isClosed);

  house = await startSandbox(args);
  const kept = (await admin('getMCPTokens', {}, house.http)).as<
    { id: number; name: string; lastUsed: string | null }[]
  >();
  assert.deepEqual(
    kept.map((record) => [record.id, record.name, record.lastUsed === null]),
    [[id, 'Kept', false]],
  );
  assert.equal((await post(house.http, initialize(), token)).status, 200);
  await control(house.http, '/reset');
  await house.kill();

  house = await startSandbox(args);
  assert.equal((await post(house.http, initialize(), token)).status, 401);
  assert.equal((await post(house.http, initialize(), SANDBOX)).status, 200);
  await house.kill();
});
