import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { CONFIGURATION_UPDATE, LOGIN_NEEDED } from '../../docs/spec/index.ts';
import { pause, until } from '../../property-tests/fixtures.ts';
import { assertShape } from '../../property-tests/shape.ts';
import { ready } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';

let house: SocketHouse;
before(async () => {
  house = await socketHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

test('administrators who ask for it hear of every change, of either generation; nobody else does', async (t) => {
  const [admin, elder, unasked, user] = [
    await ready(house.local, 'admin'),
    await ready(house.local, 'admin', { generation: 2 }),
    await ready(house.local, 'admin'),
    await ready(house.local, 'resident'),
  ];
  for (const client of [admin, elder, unasked, user]) t.after(client.close);
  for (const client of [admin, elder, user]) assert.equal(await client.ask('init', { configuration: true }), true);
  const [first, second, third, fourth] = [admin, elder, unasked, user].map(({ configured }) => configured);

  assert.deepEqual(await unasked.ask('addRoom', { name: 'Loft' }), { id: 4 });
  await unasked.ask('setComponent', { cid: 'C1', name: 'Lamp' });
  await unasked.ask('setUser', { id: 3, enabled: true, password: 'sandbox-guest' });
  await unasked.ask('setSkill', { id: 'history', enabled: false });
  await unasked.ask('removeRoom', { id: 4 });
  assert.ok(first && second);
  await until(() => first.length === 5 && second.length === 5, 'five changes');

  const by = (call: string) => ({ user: 'admin', call });
  assert.deepEqual(first.slice(0, 2), [
    { collection: 'rooms', action: 'add', id: 4, ...by('addRoom'), record: { id: 4, name: 'Loft', zones: [] } },
    {
      ...{ collection: 'components', action: 'set', id: 'C1', ...by('setComponent') },
      record: { cid: 'C1', name: 'Lamp', category: 'lighting', rooms: [1] },
    },
  ]);
  assert.deepEqual(first[4], { collection: 'rooms', action: 'remove', id: 4, ...by('removeRoom') });
  assert.equal(JSON.stringify(first).includes('sandbox-guest'), false);
  for (const update of first) assertShape(update, CONFIGURATION_UPDATE, 'onConfigurationUpdate');
  assert.deepEqual([second, third, fourth], [first, [], []]);
});

test('who is no administrator any more hears nothing from that moment on', async (t) => {
  const [owner, demoted] = [await ready(house.local, 'admin'), await ready(house.local, 'resident')];
  for (const client of [owner, demoted]) t.after(client.close);
  await owner.ask('setUser', { id: 2, group: 'admin' });
  await demoted.ask('init', { configuration: true });
  const updates = demoted.configured;
  await owner.ask('addZone', { name: 'One' });
  await until(() => updates.length === 1, 'a change');

  await owner.ask('setUser', { id: 2, group: 'user' });
  await owner.ask('addZone', { name: 'Two' });
  await owner.ask('setUser', { id: 2, group: 'admin' });
  await owner.ask('addZone', { name: 'Three' });
  await pause(30);

  assert.equal(updates.length, 1);
  await owner.ask('setUser', { id: 2, group: 'user' });
});

test('a change of rights acts on a connection at once, whoever makes it', async (t) => {
  const [owner, guest] = [await ready(house.local, 'admin'), await ready(house.local, 'guest')];
  for (const client of [owner, guest]) t.after(client.close);

  await owner.ask('setComponent', { cid: 'C1', rooms: [2] });
  house.report('C1', 1);
  house.report('C3', 1);
  await until(() => guest.updates().length > 0, 'a change');
  await pause(20);
  assert.deepEqual(
    guest.updates().map(({ cid }) => cid),
    ['C3'],
  );

  await owner.ask('setUser', { id: 3, enabled: false });
  await until(() => guest.states.length === 2, 'being asked for a login');
  assert.deepEqual(guest.states, [LOGIN_NEEDED, LOGIN_NEEDED]);
});
