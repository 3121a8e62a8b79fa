import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSmallHouse } from '../property-tests/small-house.ts';
import { LIMITS } from './limits.ts';
import { createRecordTexts } from './record-texts.ts';

const BARE = { withProperties: false, withMappings: false };
const SHAPES = [
  BARE,
  { ...BARE, withProperties: true },
  { ...BARE, withMappings: true },
  { withProperties: true, withMappings: true },
];
const open = async () => {
  const house = await openSmallHouse();
  const viewOf = (id: number) => {
    const user = house.access.users.get(id);
    assert.ok(user);
    return house.access.view(user);
  };
  const set = (cid: 'C1' | 'C2' | 'C3', value: boolean) =>
    house.twin.command({ cid, property: 'state', value, cause: { by: 'device' } });
  return { ...house, viewOf, set };
};

test('after any changes and questions the list says what the components say', async () => {
  const { records, viewOf, set } = await open();
  const change = fc.record({ cid: fc.constantFrom('C1' as const, 'C2' as const, 'C3' as const), value: fc.boolean() });
  const question = fc.record({ user: fc.integer({ min: 1, max: 3 }), shape: fc.constantFrom(...SHAPES) });
  fc.assert(
    fc.property(fc.array(fc.oneof(change, question), { maxLength: 40 }), (steps) => {
      for (const made of steps) {
        if ('cid' in made) set(made.cid, made.value);
        else {
          const view = viewOf(made.user);
          assert.deepEqual(
            JSON.parse(records.list(view, made.shape).toString()),
            JSON.parse(JSON.stringify(records.records(view, made.shape))),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('as long as nothing changes the same buffer is given, to everybody who sees the same', async () => {
  const { records, viewOf, set, twin } = await open();
  const list = records.list(viewOf(1), BARE);
  assert.equal(records.list(viewOf(2), BARE), list);
  assert.notEqual(records.list(viewOf(3), BARE), list);
  assert.notEqual(records.list(viewOf(1), SHAPES[1] ?? BARE), list);

  set('C1', true);
  const changed = records.list(viewOf(1), BARE);
  assert.notEqual(changed, list);
  assert.match(changed.toString(), /"property":"state","value":true,"content":1/);
  const before = twin.sequence;
  twin.runScene(2, { by: 'user', user: 'admin', call: 'executeScene' })?.subscribe();
  assert.ok(twin.sequence > before);
});

test('what hidden components do changes nothing for those who do not see them', async () => {
  const { records, viewOf, set } = await open();
  const guests = records.list(viewOf(3), BARE);
  set('C2', true);
  assert.equal(records.list(viewOf(3), BARE), guests);
  assert.doesNotMatch(guests.toString(), /C2/);
});

test('no more lists are kept than allowed', async () => {
  const { records, viewOf, access } = await open();
  const first = records.list(viewOf(1), BARE);
  for (let count = 0; count < LIMITS.lists.value; count += 1) {
    access.houseChanged();
    records.list(viewOf(1), BARE);
  }
  const kept = records.list(viewOf(1), BARE);
  assert.notEqual(kept, first);
  assert.equal(records.list(viewOf(1), BARE), kept);
});

test('of the rooms of a component only those are told that are there for the user', async () => {
  const { twin, viewOf } = await open();
  const [component] = twin.components.values();
  assert.ok(component);
  const inTwoRooms = Object.assign(Object.create(component), { rooms: [1, 2] });
  const records = createRecordTexts({ components: new Map([['C1', inTwoRooms]]), sequence: 1 });
  const view = { ...viewOf(1), key: 'one room', maySee: () => true, maySeeRoom: (room: number) => room !== 2 };

  assert.deepEqual(JSON.parse(records.list(view, BARE).toString())[0].rooms, [1]);
});
