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

type House = Awaited<ReturnType<typeof openSmallHouse>>;

const ask = async ({ gate }: House, credentials: Credentials, call: string, input: unknown = {}) =>
  outcome(await gate.handle(request(call, input, { credentials })));
const administrator = async (house: House) => {
  const credentials = bySession(await openSession(house.gate, 'admin'));
  return (call: string, input: unknown = {}) => ask(house, credentials, call, input);
};
const login = async (house: House, username: string, password: string) => {
  const answer = await ask(house, byPassword(username, password), 'getVersion');
  return Array.isArray(answer) ? answer : 'in';
};

test('whoever is renamed while the passwords of the first start are being hashed keeps the password over a sudden end', async () => {
  const store = new MemoryStore();
  const house = await openSmallHouse({ store });
  const admin = await administrator(house);
  assert.equal(await admin('setUser', { id: 2, username: 'renamed' }), true);
  assert.equal(await admin('setUser', { id: 3, username: 'resident' }), true);

  const again = await openSmallHouse({ store });

  assert.equal(await login(again, 'renamed', 'residents-password'), 'in');
  assert.equal(await login(again, 'resident', 'guests-password'), 'in');
  assert.deepEqual(await login(again, 'resident', 'residents-password'), [401, 110]);
});

test('users are listed in the order of their identifiers, also after a restart', async () => {
  const store = new MemoryStore();
  const admin = await administrator(await openSmallHouse({ store }));
  for (const name of ['six', 'seven', 'eight', 'nine', 'ten'])
    await admin('addUser', { username: name, password: 'a decent password', group: 'user' });

  const again = await administrator(await openSmallHouse({ store }));
  const users = (await again('getUsers')) as readonly { id: number }[];

  assert.deepEqual(
    users.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
});
