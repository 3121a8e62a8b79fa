import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormatRegistry } from '@sinclair/typebox';
import { Value as Json } from '@sinclair/typebox/value';
import fc from 'fast-check';
import {
  commands,
  type Person,
  sceneRefusal,
  sees,
  seesRoom,
  seesScene,
} from '../../property-tests/models/permissions.ts';
import {
  ACCOUNTS,
  byPassword,
  bySession,
  NOON,
  openSession,
  openSmallHouse,
  outcome,
  request,
  SMALL_HOUSE,
} from '../../property-tests/small-house.ts';
import type { Instant } from '../../twin/index.ts';
import { Encoded } from '../call.ts';
import { CALLS } from './index.ts';

type House = Awaited<ReturnType<typeof openSmallHouse>>;
const as = ({ gate }: House, username: string) => {
  const session = openSession(gate, username);
  return async (call: string, input: unknown = {}): Promise<unknown> => {
    const answer = await gate.handle(request(call, input, { credentials: bySession(await session) }));
    const result = outcome(answer);
    if (answer.ok) assertShape(call, result instanceof Encoded ? JSON.parse(result.json.toString()) : result);
    return result;
  };
};
const cids = (result: unknown): string[] =>
  (JSON.parse((result as Encoded).json.toString()) as { cid: string }[]).map(({ cid }) => cid);

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
const assertShape = (call: string, result: unknown) => {
  const output = CALLS.get(call)?.output;
  assert.ok(output && Json.Check(output, result), `${call} answers in its shape: ${JSON.stringify(result)}`);
};

test('a value that was commanded is read back with its content and its time', async () => {
  const house = await openSmallHouse();
  const resident = as(house, 'resident');
  assert.deepEqual(await resident('getComponentData', { cid: 'C1', property: 'state' }), {
    value: null,
    content: null,
    lastUpdate: null,
  });
  house.clock.advanceTo((NOON + 1_500) as Instant);
  assert.deepEqual(await resident('componentUpdate', { cid: 'C1', property: 'state', value: true }), { C1: true });
  assert.deepEqual(await resident('getComponentData', { cid: 'C1', property: 'state' }), {
    value: true,
    content: 1,
    lastUpdate: '2026-06-01T12:00:01.500Z',
  });
});

test('the journal knows who commanded, and over which call', async () => {
  const house = await openSmallHouse();
  const causes: unknown[] = [];
  house.twin.entries.subscribe(({ cause }) => causes.push(cause));
  await as(house, 'resident')('componentUpdate', { cid: 'C1', property: 'state', value: true });
  assert.deepEqual(causes, [{ by: 'user', user: 'resident', call: 'componentUpdate' }]);
});

test('what is hidden is not told from what does not exist, whatever is asked of it', async () => {
  const house = await openSmallHouse();
  const guest = as(house, 'guest');
  const questions = [
    ['getComponentData', { property: 'state' }],
    ['getComponentData', { property: 'nothing' }],
    ['getComponentData', {}],
    ['componentUpdate', { property: 'state', value: true }],
    ['componentUpdate', { property: 'state', value: 'nonsense' }],
    ['componentUpdate', { property: 'brightness', value: 1e9 }],
    ['componentUpdate', { property: 'nothing', value: 1 }],
    ['componentUpdate', { property: 'state' }],
    ['componentUpdate', { property: 'state', value: { deep: true } }],
    ['componentUpdate', { property: 'state', value: null }],
  ] as const;
  for (const [call, input] of questions) {
    const hidden = await guest(call, { ...input, cid: 'C2' });
    const missing = await guest(call, { ...input, cid: 'C9' });
    assert.deepEqual(
      JSON.parse(JSON.stringify(hidden).replaceAll('C2', 'C9')),
      missing,
      `${call} ${JSON.stringify(input)}`,
    );
  }
});

test('componentUpdate says false for what may not be commanded and 106 for a value that cannot be taken', async () => {
  const house = await openSmallHouse();
  const [admin, guest] = [as(house, 'admin'), as(house, 'guest')];
  const update = (cid: string, property: string, value: unknown) => ({ cid, property, value });
  assert.deepEqual(await admin('componentUpdate', update('C9', 'state', true)), { C9: false });
  assert.deepEqual(await admin('componentUpdate', update('', 'state', true)), { '': false });
  assert.deepEqual(await admin('componentUpdate', update('C1', 'nothing', true)), { C1: false });
  assert.deepEqual(await admin('componentUpdate', update('C5', 'temperature', 20)), { C5: false });
  assert.deepEqual(await admin('componentUpdate', update('C1', 'state', 'maybe')), [400, 106]);
  assert.deepEqual(await admin('componentUpdate', update('C2', 'brightness', 101)), [400, 106]);
  assert.deepEqual(await admin('componentUpdate', { cid: 'C1', property: 'state' }), [400, 106]);
  assert.deepEqual(await guest('componentUpdate', update('C1', 'state', true)), { C1: false }, 'View only');
  assert.deepEqual(await guest('componentUpdate', update('C1', 'state', 'maybe')), { C1: false });
  assert.deepEqual(await guest('componentUpdate', update('C4', 'state', true)), { C4: true }, 'in no room');
});

test('names that every object has are nothing special', async () => {
  const house = await openSmallHouse();
  const admin = as(house, 'admin');
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf']) {
    assert.deepEqual(await admin('getComponentData', { cid: name, property: 'state' }), [400, 112]);
    assert.deepEqual(await admin('getComponentData', { cid: 'C1', property: name }), [400, 112]);
    const answer = await house.gate.handle(
      request('componentUpdate', { cid: name, property: 'state', value: true }, { credentials: byPassword('admin') }),
    );
    assert.ok(answer.ok);
    assert.equal(JSON.stringify(answer.result), `{"${name}":false}`);
    assert.deepEqual(await admin('componentUpdate', { cid: 'C1', property: name, value: true }), { C1: false });
    assert.deepEqual(await admin('componentUpdate', { cid: 'C1', property: 'state', value: name }), [400, 106]);
  }
});

test('the list has four shapes', async () => {
  const house = await openSmallHouse();
  const admin = as(house, 'admin');
  const first = async (input: object) => {
    const result = (await admin('getAllComponents', input)) as Encoded;
    assert.deepEqual(JSON.parse(result.json.toString()), JSON.parse(JSON.stringify(result.value())));
    return (JSON.parse(result.json.toString()) as Record<string, unknown>[])[1] ?? {};
  };
  const bare = ['cid', 'name', 'category', 'type', 'data', 'rooms'];
  assert.deepEqual(Object.keys(await first({})), bare);
  assert.deepEqual(Object.keys(await first({ withProperties: false, withMappings: false })), bare);
  assert.deepEqual(Object.keys(await first({ withProperties: true })), [...bare, 'properties']);
  assert.deepEqual(Object.keys(await first({ withMappings: true })), [...bare, 'mappings']);
  const full = await first({ withProperties: true, withMappings: true });
  assert.deepEqual(Object.keys(full), [...bare, 'properties', 'mappings']);
  const { means, quantity, ...brightness } = (full.properties as Record<string, unknown>[])[1] ?? {};
  assert.ok(means && quantity);
  assert.deepEqual(brightness, {
    property: 'brightness',
    unit: '%',
    type: 'number',
    minimum: 0,
    maximum: 100,
    step: 0.5,
    commandable: true,
  });
  assert.deepEqual(
    (full.data as { property: string }[]).map(({ property }) => property),
    ['state', 'brightness', 'reachable'],
  );
  assert.deepEqual(await admin('getAllComponents', { withProperties: 'yes' }), [400, 106]);
});

test('a scene answers when it has run completely, 112 when unknown and 117 when it is Off', async () => {
  const house = await openSmallHouse();
  const [resident, guest] = [as(house, 'resident'), as(house, 'guest')];
  assert.deepEqual(await resident('executeScene', { id: 9 }), [400, 112]);
  assert.deepEqual(await guest('executeScene', { id: 9 }), [400, 112]);
  assert.deepEqual(await guest('executeScene', { id: 2 }), [400, 117]);
  assert.deepEqual(await resident('executeScene', { id: '1' }), [400, 106]);
  assert.equal(await guest('executeScene', { id: 1 }), true, 'with the rights of the controller');

  await resident('init');
  let answer: unknown;
  const running = resident('executeScene', { id: 2 }).then((given) => {
    answer = given;
  });
  await new Promise((go) => setTimeout(go, 5));
  house.clock.advanceTo((NOON + 4_999) as Instant);
  await new Promise((go) => setTimeout(go, 5));
  assert.equal(answer, undefined);
  house.clock.advanceTo((NOON + 5_000) as Instant);
  await running;
  assert.equal(answer, true);
  assert.equal(house.twin.components.get('C2')?.entry('brightness')?.value, 40);
});

test('lists of rooms, scenes, zones and users show what the user may see', async () => {
  const house = await openSmallHouse();
  const [admin, guest] = [as(house, 'admin'), as(house, 'guest')];
  assert.deepEqual(await guest('getRooms'), [
    { id: 1, name: 'Kitchen', zones: [1] },
    { id: 3, name: 'Study', zones: [] },
  ]);
  assert.deepEqual(await guest('getZones'), [{ id: 1, name: 'Ground floor' }]);
  assert.deepEqual(await guest('getScenes'), [{ id: 1, name: 'Light', rooms: [1] }]);
  const scenes = SMALL_HOUSE.scenes.map((scene) => ({ ...scene, lastRun: null }));
  assert.deepEqual(await admin('getScenes'), scenes);
  assert.deepEqual(await guest('getUsers'), [400, 117]);
  const users = (await admin('getUsers')) as Record<string, unknown>[];
  assert.deepEqual(users[2], {
    id: 3,
    username: 'guest',
    group: 'user',
    enabled: true,
    remoteAccess: false,
    rooms: { 1: 'View only', 2: 'Off' },
    scenes: { 2: 'Off' },
  });
  assert.equal(users.length, ACCOUNTS.length);
  assert.deepEqual(await guest('getVersion'), { api: '1', ncd: '2', engine: '3' });
});

test('every call shows every user exactly what the levels allow', async () => {
  const house = await openSmallHouse();
  const person = as(house, 'resident');
  const id = fc.constantFrom('*', '1', '2', '3');
  const levels = <Level extends string>(...of: Level[]) =>
    fc.array(fc.tuple(id, fc.constantFrom(...of)), { maxLength: 4 }).map((rows) => Object.fromEntries(rows));
  await fc.assert(
    fc.asyncProperty(levels('Off', 'View only', 'Full'), levels('Off', 'Full'), async (rooms, scenes) => {
      await house.access.setUser(2, { rooms, scenes });
      const levelsOf: Person = { group: 'user', rooms, scenes };
      const seen = SMALL_HOUSE.components.filter((component) => sees(levelsOf, component.rooms));
      assert.deepEqual(
        cids(await person('getAllComponents')),
        seen.map(({ cid }) => cid),
      );
      for (const { cid, rooms: of, type } of SMALL_HOUSE.components) {
        const property = type === 'temperature-sensor' ? 'temperature' : 'state';
        const data = await person('getComponentData', { cid, property });
        assert.equal(Array.isArray(data), !sees(levelsOf, of));
        const commanded = await person('componentUpdate', { cid, property, value: true });
        assert.deepEqual(commanded, { [cid]: property === 'state' && commands(levelsOf, of) });
      }
      assert.deepEqual(
        ((await person('getRooms')) as { id: number }[]).map((room) => room.id),
        [1, 2, 3].filter((room) => seesRoom(levelsOf, room)),
      );
      assert.deepEqual(
        ((await person('getScenes')) as { id: number }[]).map((scene) => scene.id),
        [1, 2].filter((scene) => seesScene(levelsOf, scene)),
      );
      const ran = await person('executeScene', { id: 1 });
      assert.deepEqual(ran, sceneRefusal(levelsOf, 1) === null ? true : [400, sceneRefusal(levelsOf, 1)]);
    }),
    { numRuns: 100 },
  );
});
