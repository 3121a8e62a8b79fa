import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, openSession, openSmallHouse, outcome, request } from '../../property-tests/small-house.ts';

const RULE = { name: 'Rule', triggers: [{ when: 'start' }], actions: [{ do: 'wait', seconds: 1 }] };

const open = async () => {
  const house = await openSmallHouse();
  const credentials = bySession(await openSession(house.gate, 'admin'));
  const admin = async (call: string, input: unknown) =>
    outcome(await house.gate.handle(request(call, input, { credentials })));
  await admin('addAutomation', { ...RULE, limit: 2 });
  await admin('setUser', { id: 3, rooms: { 2: 'Off', 1: 'View only' } });
  const events: unknown[] = [];
  house.twin.configuration.subscribe(({ collection, id }) => events.push(`${collection} ${id}`));
  return { ...house, admin, events };
};

test('a change that changes nothing is true, and neither journaled nor told', async () => {
  const { admin, twin, access, audit, events } = await open();
  const sequence = twin.sequence;
  const users: number[] = [];
  access.changes.subscribe((user) => users.push(user));
  const asked: readonly (readonly [string, object])[] = [
    ['setRoom', { id: 1 }],
    ['setRoom', { id: 1, name: 'Kitchen', zones: [1] }],
    ['setZone', { id: 1, name: 'Ground floor' }],
    ['setScene', { id: 1, steps: [{ value: true, property: 'state', cid: 'C1' }] }],
    ['setAutomation', { id: 1, ...RULE, limit: 2, enabled: true }],
    ['setComponent', { cid: 'C3', name: 'Passage lamp', rooms: [1, 2] }],
    ['setSkill', { id: 'history', enabled: true }],
    ['setUser', { id: 3 }],
    ['setUser', { id: 3, username: 'guest', enabled: true, rooms: { 1: 'View only', 2: 'Off' } }],
  ];
  for (const [call, input] of asked) assert.equal(await admin(call, input), true, call);

  assert.deepEqual([twin.sequence, events, users], [sequence, [], []]);
  const noted = audit.lines({ since: null, limit: 100 }).filter(({ kind }) => kind === 'change');
  assert.equal(noted.length, 2 + asked.length, 'the audit tells who asked');
});

test('a change of anything, were it the order, is one', async () => {
  const { admin, access, events } = await open();
  const users: number[] = [];
  access.changes.subscribe((user) => users.push(user));
  for (const [call, input] of [
    ['setAutomation', { id: 1, limit: null }],
    ['setComponent', { cid: 'C3', rooms: [2, 1] }],
    ['setSkill', { id: 'history', enabled: false }],
    ['setUser', { id: 3, rooms: { 1: 'View only' } }],
    ['setUser', { id: 3, password: 'a very decent one' }],
    ['setUser', { id: 3, password: 'a very decent one' }],
  ] as const) {
    assert.equal(await admin(call, input), true, call);
  }
  assert.deepEqual(events, ['automations 1', 'components C3', 'skills history', 'users 3', 'users 3', 'users 3']);
  assert.deepEqual(users, [3, 3, 3]);
});
