import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import { bySession, NOON, openSession, openSmallHouse, outcome, request } from '../../property-tests/small-house.ts';
import type { Instant } from '../../twin/index.ts';
import { Encoded } from '../call.ts';

type House = Awaited<ReturnType<typeof openSmallHouse>>;

const as = ({ gate }: House, username: string) => {
  const session = openSession(gate, username);
  return async (call: string, input: unknown = {}): Promise<unknown> => {
    const result = outcome(await gate.handle(request(call, input, { credentials: bySession(await session) })));
    return result instanceof Encoded ? JSON.parse(result.json.toString()) : result;
  };
};

/** Code and text of a refusal. */
const refused = async ({ gate }: House, call: string, input: unknown, language: 'en' | 'de' = 'en') => {
  const credentials = bySession(await openSession(gate, 'admin'));
  const answer = await gate.handle(request(call, input, { credentials, language }));
  assert.ok(!answer.ok, `${call} ${JSON.stringify(input)}`);
  return `${answer.body.errorCode} ${answer.body.errorText}`;
};

const SET = { do: 'set', cid: 'C1', property: 'state', value: 20 } as const;
const RULE = { name: 'x', triggers: [] } as const;
const READ_ONLY = (list: string) =>
  new RegExp(`^106 .*: ${list}\\[0\\]\\.property: temperature of C5 cannot be commanded`);

const namesOf = (list: unknown): unknown[] => (list as { name: string }[]).map(({ name }) => name);

test('only administrators configure', async () => {
  const house = await openSmallHouse();
  const resident = as(house, 'resident');
  for (const call of ['Room', 'Zone', 'Scene', 'Automation', 'User']) {
    for (const action of ['add', 'set', 'remove']) assert.deepEqual(await resident(`${action}${call}`), [400, 117]);
  }
  const others = ['setComponent', 'captureScene', 'stopScene', 'getSkills', 'setSkill', 'getAudit', 'getAutomations'];
  for (const call of [...others, 'runAutomation', 'getAutomationRuns']) {
    assert.deepEqual(await resident(call), [400, 117], call);
  }
});

test('rooms and zones are added, changed and removed, and no identifier comes twice', async () => {
  const house = await openSmallHouse();
  const [admin, resident] = [as(house, 'admin'), as(house, 'resident')];

  assert.deepEqual(await admin('addZone', { name: 'Garden' }), { id: 2 });
  assert.deepEqual(await admin('addRoom', { name: 'Shed', zones: [2] }), { id: 4 });
  assert.deepEqual(await admin('addRoom', { name: 'Loft' }), { id: 5 });
  assert.equal(await admin('setRoom', { id: 4, name: 'Tool shed' }), true);
  assert.deepEqual(((await resident('getRooms')) as object[]).slice(3), [
    { id: 4, name: 'Tool shed', zones: [2] },
    { id: 5, name: 'Loft', zones: [] },
  ]);

  assert.equal(await admin('removeZone', { id: 2 }), true);
  assert.deepEqual(((await resident('getRooms')) as object[])[3], { id: 4, name: 'Tool shed', zones: [] });
  assert.equal(await admin('removeRoom', { id: 5 }), true);
  assert.deepEqual(await admin('removeRoom', { id: 5 }), [400, 112]);
  assert.deepEqual(await admin('addRoom', { name: 'Attic' }), { id: 6 });
  assert.deepEqual(await admin('addZone', { name: 'Roof' }), { id: 3 });
});

test('a change that cannot be names the field, and nothing has changed', async () => {
  const house = await openSmallHouse();
  const admin = as(house, 'admin');
  const before = [await admin('getRooms'), await admin('getScenes'), await admin('getAllComponents')];
  const step = (value: unknown, property = 'brightness') => ({
    name: 'x',
    steps: [{ wait: 1 }, { cid: 'C2', property, value }],
  });

  for (const [call, input, expected] of [
    ['addRoom', {}, /^106 Parameter\(s\) error: name: /],
    ['addRoom', { name: ' ' }, /^106 Parameter\(s\) error: name: a name of 1 to 200/],
    ['addRoom', { name: 'x'.repeat(201) }, /^106 .*: name: /],
    ['addRoom', { name: 'x', zones: [1, 9] }, /^112 Not found: zones\[1\]: /],
    ['addRoom', { name: 'x', zones: [1, 1] }, /^106 .*: zones: /],
    ['setRoom', { id: 9, name: 'x' }, /^112 Not found: id: /],
    ['setRoom', { name: 'x' }, /^106 .*: id: /],
    ['addScene', step(101), /^106 Parameter\(s\) error: steps\[1\]\.value: 101 does not fit brightness/],
    ['addScene', { name: 'x', steps: [{ cid: 'C5', property: 'temperature', value: 20 }] }, READ_ONLY('steps')],
    ['addAutomation', { ...RULE, actions: [{ ...SET, cid: 'C5', property: 'temperature' }] }, READ_ONLY('actions')],
    ['addAutomation', { ...RULE, actions: [{ ...SET, cid: 'C9' }] }, /^112 .*: actions\[0\]: there is no C9 with/],
    ['addScene', step(1, 'nothing'), /^112 Not found: steps\[1\]: there is no C2 with/],
    ['addScene', { name: 'x', steps: [{ wait: -1 }] }, /^106 .*: steps/],
    ['addScene', { name: 'x', steps: [{ wait: 1e9 }] }, /^106 .*: steps\[0\]\.wait: 0 to/],
    ['addScene', { name: 'x', rooms: [9] }, /^112 .*: rooms\[0\]: /],
    ['setComponent', { cid: 'C9', name: 'x' }, /^112 .*: cid: /],
    ['setComponent', { cid: 'C1', rooms: [1, 9] }, /^112 .*: rooms\[1\]: /],
    ['setComponent', { cid: 'C1', category: '' }, /^106 .*: category: /],
    ['captureScene', { name: 'x', cids: ['C1', 'C9'] }, /^112 .*: cids\[1\]: /],
    ['captureScene', { name: 'x', rooms: [9] }, /^112 .*: rooms\[0\]: /],
    ['setSkill', { id: 'magic', enabled: true }, /^112 .*: id: /],
    ['stopScene', { id: 9 }, /^112 Not found$/],
  ] as const) {
    assert.match(await refused(house, call, input), expected, `${call} ${JSON.stringify(input)}`);
  }
  assert.match(await refused(house, 'addRoom', { name: '' }, 'de'), /^106 Fehlerhafte Parameter: name: /);
  assert.deepEqual([await admin('getRooms'), await admin('getScenes'), await admin('getAllComponents')], before);
});

test('a component that is described anew, or moved, is seen so at once by everybody who may see it', async () => {
  const house = await openSmallHouse();
  const [admin, guest] = [as(house, 'admin'), as(house, 'guest')];
  await house.access.setUser(3, { rooms: { 2: 'Off' } });
  assert.deepEqual(namesOf(await guest('getAllComponents')).length, 4);

  assert.equal(await admin('setComponent', { cid: 'C1', name: 'Cooker light', category: 'cooking' }), true);
  for (const one of [admin, guest]) {
    const [first] = (await one('getAllComponents')) as Record<string, unknown>[];
    assert.deepEqual([first?.name, first?.category, first?.rooms], ['Cooker light', 'cooking', [1]]);
  }
  assert.equal(await admin('setComponent', { cid: 'C1', rooms: [2] }), true);
  assert.equal(namesOf(await guest('getAllComponents')).includes('Cooker light'), false);
  assert.deepEqual(await guest('getComponentData', { cid: 'C1', property: 'state' }), [400, 112]);
  assert.deepEqual(await guest('componentUpdate', { cid: 'C1', property: 'state', value: true }), { C1: false });
  assert.equal(namesOf(await admin('getAllComponents')).includes('Cooker light'), true);

  assert.equal(await admin('setComponent', { cid: 'C1', rooms: [] }), true);
  assert.equal(namesOf(await guest('getAllComponents')).includes('Cooker light'), true);
});

test('a room that is removed leaves its components, its scenes and the levels of users tidy, also after a restart', async () => {
  const store = new MemoryStore();
  const house = await openSmallHouse({ store });
  const [admin, guest] = [as(house, 'admin'), as(house, 'guest')];
  const heard: unknown[] = [];
  house.twin.configuration.subscribe(({ collection, action, id }) => heard.push([collection, action, id]));
  assert.equal(namesOf(await guest('getAllComponents')).includes('Hall dimmer'), false);

  assert.equal(await admin('removeRoom', { id: 2 }), true);

  const components = (await guest('getAllComponents')) as { cid: string; rooms: number[] }[];
  assert.deepEqual(components.map(({ cid, rooms }) => [cid, rooms]).slice(0, 3), [
    ['C1', [1]],
    ['C2', []],
    ['C3', [1]],
  ]);
  assert.deepEqual(((await admin('getScenes')) as { rooms: number[] }[])[0]?.rooms, [1]);
  assert.deepEqual(house.access.users.get(3)?.rooms, { 1: 'View only' });
  assert.deepEqual(heard, [
    ['rooms', 'remove', 2],
    ['users', 'set', 3],
  ]);
  assert.equal(await admin('removeScene', { id: 2 }), true);
  assert.deepEqual(house.access.users.get(3)?.scenes, {});
  const restarted = await openSmallHouse({ store });
  assert.deepEqual(restarted.access.users.get(3)?.rooms, { 1: 'View only' });
});

test('a scene that was captured brings the state back', async () => {
  const house = await openSmallHouse();
  const [admin, resident] = [as(house, 'admin'), as(house, 'resident')];
  const set = (cid: string, property: string, value: unknown) => admin('componentUpdate', { cid, property, value });
  await set('C2', 'brightness', 40);
  await set('C2', 'state', true);
  await set('C1', 'state', true);
  await set('C3', 'state', false);

  assert.deepEqual(await admin('captureScene', { name: 'Now' }), { id: 3 });
  assert.deepEqual(await admin('captureScene', { name: 'Hall', rooms: [2] }), { id: 4 });
  assert.deepEqual(await admin('captureScene', { name: 'One', cids: ['C1', 'C5'], rooms: [3] }), { id: 5 });

  const scenes = (await admin('getScenes')) as { rooms: number[]; steps: { cid: string; property: string }[] }[];
  const told = scenes
    .slice(2)
    .map(({ rooms, steps }) => [rooms, steps.map(({ cid, property }) => `${cid} ${property}`)]);
  assert.deepEqual(told, [
    [[], ['C1 state', 'C2 brightness', 'C2 state', 'C3 state']],
    [[2], ['C2 brightness', 'C2 state', 'C3 state']],
    [[3], ['C1 state']],
  ]);
  await set('C2', 'brightness', 90);
  await set('C1', 'state', false);
  assert.equal(await resident('executeScene', { id: 3 }), true);
  assert.equal(house.twin.components.get('C2')?.entry('brightness')?.value, 40);
  assert.equal(house.twin.components.get('C1')?.entry('state')?.value, true);
});

test('who waits for a scene that is stopped is told, and so is who asks for its last run', async () => {
  const house = await openSmallHouse();
  const [admin, resident] = [as(house, 'admin'), as(house, 'resident')];
  await resident('init');
  const running = resident('executeScene', { id: 2 });
  await new Promise((go) => setTimeout(go, 5));
  house.clock.advanceTo((NOON + 1_000) as Instant);

  assert.equal(await admin('stopScene', { id: 2 }), true);
  assert.deepEqual(await running, [400, 117]);
  house.clock.advanceTo((NOON + 60_000) as Instant);
  assert.equal(house.twin.components.get('C2')?.entry('brightness')?.value, null);
  const [first, second] = (await admin('getScenes')) as { lastRun: unknown }[];
  assert.equal(first?.lastRun, null);
  assert.deepEqual(second?.lastRun, { at: '2026-06-01T12:00:01.000Z', failed: [], stopped: true });
  assert.equal(await admin('stopScene', { id: 2 }), true, 'it does not run: nothing to do');
  assert.equal(
    ((await resident('getScenes')) as object[]).some((scene) => 'lastRun' in scene),
    false,
  );
});

test('one scene too many is error 116', async () => {
  const house = await openSmallHouse();
  for (let run = 0; run < 100; run += 1) house.twin.runScene(2, { by: 'user', user: 'resident', call: 'executeScene' });
  assert.deepEqual(await as(house, 'resident')('executeScene', { id: 2 }), [408, 116]);
});

test('two administrators at once lose nothing of what the other has set', async () => {
  const house = await openSmallHouse();
  const [one, other] = [as(house, 'admin'), as(house, 'admin')];
  await Promise.all([
    one('setComponent', { cid: 'C1', name: 'A' }),
    other('setComponent', { cid: 'C1', category: 'b' }),
    one('setUser', { id: 2, remoteAccess: true }),
    other('setUser', { id: 2, rooms: { 1: 'Off' } }),
    one('setScene', { id: 1, name: 'S' }),
    other('setScene', { id: 1, rooms: [] }),
  ]);
  const component = house.twin.components.get('C1');
  assert.deepEqual([component?.name, component?.category], ['A', 'b']);
  const { remoteAccess, rooms } = house.access.users.get(2) ?? {};
  assert.deepEqual([remoteAccess, rooms], [true, { 1: 'Off' }]);
  assert.deepEqual([house.twin.scenes.get(1)?.name, house.twin.scenes.get(1)?.rooms], ['S', []]);
});
