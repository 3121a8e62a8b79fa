import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import {
  byPassword,
  bySession,
  openSession,
  openSmallHouse,
  outcome,
  request,
} from '../../property-tests/small-house.ts';
import type { Credentials } from '../credentials.ts';
import type { Gate } from '../gate.ts';

const ask = async (gate: Gate, credentials: Credentials) =>
  outcome(await gate.handle(request('init', {}, { credentials })));
const REMOTE = { path: 'remote', remoteToken: 'remote-token' } as const;

test('who loses Remote Access keeps the sessions of the local network, used or not, and never gets a remote one back', async () => {
  const store = new MemoryStore();
  const { gate, access } = await openSmallHouse({ store });
  const far = async () => {
    const login = await gate.handle(request('auth', {}, { credentials: byPassword('traveller'), ...REMOTE }));
    assert.ok(login.ok && login.opened);
    return login.opened;
  };
  const [near, ended, distant] = [
    await openSession(gate, 'traveller'),
    await openSession(gate, 'traveller'),
    await far(),
  ];
  const logout = await gate.handle(request('logout', {}, { credentials: bySession(ended) }));
  assert.ok(logout.ok);

  await access.setUser(4, { remoteAccess: false });
  await access.setUser(4, { remoteAccess: true });
  const later = await far();
  for (const door of [gate, (await openSmallHouse({ store })).gate]) {
    assert.equal(await ask(door, bySession(near)), true);
    assert.equal(await ask(door, bySession(later)), true);
    assert.deepEqual(await ask(door, bySession(distant)), [401, 106]);
    assert.deepEqual(await ask(door, bySession(ended)), [401, 106]);
  }
});
