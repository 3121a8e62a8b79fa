import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, openSession, openSmallHouse, outcome, request } from '../../property-tests/small-house.ts';
import { Encoded } from '../call.ts';

const open = async () => {
  const house = await openSmallHouse();
  const as = async (username: string) => {
    const credentials = bySession(await openSession(house.gate, username));
    return async (call: string, input: unknown = {}): Promise<unknown> => {
      const result = outcome(await house.gate.handle(request(call, input, { credentials })));
      return result instanceof Encoded ? JSON.parse(result.json.toString()) : result;
    };
  };
  return { ...house, admin: await as('admin'), guest: await as('guest') };
};
const ON = { property: 'state', value: true };

test('what stood in a removed room only stands in none: everybody sees it, and who may command what is named nowhere commands it', async () => {
  const { admin, guest, access } = await open();
  const cids = async () => ((await guest('getAllComponents')) as { cid: string }[]).map(({ cid }) => cid);
  assert.deepEqual(await cids(), ['C1', 'C3', 'C4', 'C5']);
  assert.deepEqual(await guest('componentUpdate', { cid: 'C2', ...ON }), { C2: false });

  assert.equal(await admin('removeRoom', { id: 2 }), true);

  assert.deepEqual(await cids(), ['C1', 'C2', 'C3', 'C4', 'C5']);
  assert.deepEqual(await guest('componentUpdate', { cid: 'C2', ...ON }), { C2: true });
  assert.deepEqual(access.users.get(3)?.rooms, { 1: 'View only' });
  await admin('setUser', { id: 3, rooms: { '*': 'Off' } });
  assert.deepEqual(await cids(), ['C2', 'C4'], 'what is in no room is hidden by no level');
  assert.deepEqual(await guest('componentUpdate', { cid: 'C2', ...ON }), { C2: false });
});

test('who moves it to another room first keeps it hidden', async () => {
  const { admin, guest } = await open();
  await admin('setUser', { id: 3, rooms: { 2: 'Off', 3: 'Off' } });
  await admin('setComponent', { cid: 'C2', rooms: [3] });
  await admin('removeRoom', { id: 2 });
  assert.deepEqual(await guest('getComponentData', { cid: 'C2', property: 'state' }), [400, 112]);
});
