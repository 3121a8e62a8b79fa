import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import {
  byPassword,
  bySession,
  NOON,
  openSession,
  openSmallHouse,
  outcome,
  request,
  type SmallHouseOptions,
} from '../../property-tests/small-house.ts';
import { givenTokens } from '../access/mcp-tokens.ts';
import { LIMITS } from '../limits.ts';

const open = async (options: SmallHouseOptions = {}) => {
  const house = await openSmallHouse(options);
  const credentials = bySession(await openSession(house.gate, 'admin'));
  const ask = async (
    call: string,
    input: unknown = {},
    by: typeof credentials | ReturnType<typeof byPassword> = credentials,
  ) => outcome(await house.gate.handle(request(call, input, { credentials: by })));
  return { ...house, ask };
};
type Added = { readonly id: number; readonly token: string };
const CREATED = '2026-06-01T12:00:00.000Z';

test('a token is shown once, and then listed without it', async () => {
  const { ask, mcpTokens } = await open();
  const { id, token } = (await ask('addMCPToken', { name: 'Kitchen tablet' })) as Added;
  assert.equal(id, 1);
  assert.ok(Buffer.from(token, 'base64url').length >= 16);
  assert.deepEqual(await ask('getMCPTokens'), [
    { id: 1, name: 'Kitchen tablet', enabled: true, readOnly: false, created: CREATED, lastUsed: null },
  ]);
  assert.equal(mcpTokens.admit(token)?.id, 1);
  const [record] = (await ask('getMCPTokens')) as { lastUsed: string }[];
  assert.equal(record?.lastUsed, CREATED);
  assert.equal(JSON.stringify([await ask('getMCPTokens'), await ask('getAudit')]).includes(token), false);
});

test('a token is renamed, disabled, enabled, made one that only reads, and removed', async () => {
  const { ask, mcpTokens } = await open();
  const { id, token } = (await ask('addMCPToken', { name: 'Tablet', readOnly: true })) as Added;
  assert.equal(mcpTokens.get(id)?.readOnly, true);
  assert.equal(await ask('setMCPToken', { id, name: 'Phone', enabled: false, readOnly: false }), true);
  assert.equal(mcpTokens.admit(token), undefined);
  const { lastUsed: _, ...kept } = ((await ask('getMCPTokens')) as { lastUsed: null }[])[0] ?? { lastUsed: null };
  assert.deepEqual(kept, { id, name: 'Phone', enabled: false, readOnly: false, created: CREATED });
  assert.equal(await ask('setMCPToken', { id, enabled: true }), true);
  assert.equal(mcpTokens.admit(token)?.name, 'Phone');
  assert.equal(await ask('setMCPToken', { id }), true);
  assert.equal(await ask('removeMCPToken', { id }), true);
  assert.equal(mcpTokens.admit(token), undefined);
  assert.deepEqual(await ask('getMCPTokens'), []);
});

test('what cannot be is refused, and nothing has changed', async () => {
  const { ask } = await open();
  await ask('addMCPToken', { name: 'One' });
  for (const [call, input, code] of [
    ['addMCPToken', {}, 106],
    ['addMCPToken', { name: '' }, 106],
    ['addMCPToken', { name: ' ' }, 106],
    ['addMCPToken', { name: 'a\nb' }, 106],
    ['addMCPToken', { name: 'x'.repeat(LIMITS.tokenNameCharacters.value + 1) }, 106],
    ['addMCPToken', { name: 7 }, 106],
    ['addMCPToken', { name: 'x', readOnly: 'yes' }, 106],
    ['setMCPToken', { name: 'x' }, 106],
    ['setMCPToken', { id: 1, name: '' }, 106],
    ['setMCPToken', { id: 1, enabled: 1 }, 106],
    ['setMCPToken', { id: 9, enabled: true }, 112],
    ['removeMCPToken', {}, 106],
    ['removeMCPToken', { id: 9 }, 112],
  ] as const)
    assert.deepEqual(await ask(call, input), [400, code], `${call} ${JSON.stringify(input)}`);
  const [only] = (await ask('getMCPTokens')) as object[];
  assert.deepEqual(only, { id: 1, name: 'One', enabled: true, readOnly: false, created: CREATED, lastUsed: null });
});

test('only administrators may use the four calls', async () => {
  const { ask } = await open();
  for (const call of ['addMCPToken', 'getMCPTokens', 'setMCPToken', 'removeMCPToken'])
    assert.deepEqual(await ask(call, { id: 1, name: 'x' }, byPassword('resident')), [400, 117], call);
});

test('there are so many and no more', async () => {
  const { ask } = await open();
  for (let count = 0; count < LIMITS.mcpTokens.value; count += 1) await ask('addMCPToken', { name: 'Same name' });
  assert.deepEqual(await ask('addMCPToken', { name: 'One more' }), [400, 106]);
  await ask('removeMCPToken', { id: 3 });
  assert.equal(((await ask('addMCPToken', { name: 'One more' })) as Added).id, LIMITS.mcpTokens.value + 1);
});

test('what was answered is there after a restart, and no identifier comes twice', async () => {
  const store = new MemoryStore();
  const before = await open({ store });
  const [one, two] = [
    (await before.ask('addMCPToken', { name: 'One' })) as Added,
    (await before.ask('addMCPToken', { name: 'Two' })) as Added,
  ];
  await before.ask('setMCPToken', { id: one.id, readOnly: true });
  await before.ask('removeMCPToken', { id: two.id });
  const after = await open({ store });
  assert.deepEqual(await after.ask('getMCPTokens'), [
    { id: 1, name: 'One', enabled: true, readOnly: true, created: CREATED, lastUsed: null },
  ]);
  assert.equal(after.mcpTokens.admit(one.token)?.id, 1);
  assert.equal(after.mcpTokens.admit(two.token), undefined);
  assert.equal(((await after.ask('addMCPToken', { name: 'Three' })) as Added).id, 3);
  const records = JSON.stringify([...store.read('mcp-tokens')]);
  for (const { token } of [one, two]) assert.equal(records.includes(token), false);
});

test('every change is told to administrators and written down, without the token', async () => {
  const house = await open();
  const told: unknown[] = [];
  const listening = house.twin.configuration.subscribe(({ collection, action, id, cause }) =>
    told.push([collection, action, id, cause]),
  );
  const { id } = (await house.ask('addMCPToken', { name: 'Tablet' })) as Added;
  await house.ask('setMCPToken', { id, enabled: false });
  await house.ask('removeMCPToken', { id });
  listening.unsubscribe();
  const by = (call: string) => ({ by: 'user', user: 'admin', call });
  assert.deepEqual(told, [
    ['mcpTokens', 'add', 1, by('addMCPToken')],
    ['mcpTokens', 'set', 1, by('setMCPToken')],
    ['mcpTokens', 'remove', 1, by('removeMCPToken')],
  ]);
  const lines = house.audit.lines({ since: null, limit: 3 }).map(({ kind, call, target }) => [kind, call, target]);
  assert.deepEqual(lines, [
    ['change', 'removeMCPToken', 1],
    ['change', 'setMCPToken', 1],
    ['change', 'addMCPToken', 1],
  ]);
});

test('a house may begin with tokens that somebody chose, and knows them after a restart', async () => {
  const given = [{ name: 'Sandbox', token: 'sandbox-mcp-token' }];
  const inMemory = await open({ mcpTokens: given });
  assert.equal(inMemory.mcpTokens.admit('sandbox-mcp-token')?.name, 'Sandbox');
  assert.equal(((await inMemory.ask('addMCPToken', { name: 'Second' })) as Added).id, 2);

  const store = new MemoryStore();
  await store.write(givenTokens(given, NOON));
  assert.equal(JSON.stringify([...store.read('mcp-tokens')]).includes('sandbox-mcp-token'), false);
  const kept = await open({ store });
  assert.equal(kept.mcpTokens.admit('sandbox-mcp-token')?.id, 1);
  assert.equal(await kept.ask('removeMCPToken', { id: 1 }), true);
  const again = await open({ store, mcpTokens: given });
  assert.equal(again.mcpTokens.admit('sandbox-mcp-token'), undefined, 'what was removed stays away');
});
