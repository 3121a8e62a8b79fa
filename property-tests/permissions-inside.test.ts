import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Account } from '../api/access/user.ts';
import { Encoded } from '../api/call.ts';
import { NOT_IN_THE_GROUP, ROOM_LEVELS, SCENE_LEVELS, CALLS as TABLE } from '../docs/spec/index.ts';
import type { House } from '../twin/index.ts';
import {
  commands,
  mayCall,
  type Person,
  type RoomLevel,
  type SceneLevel,
  sceneRefusal,
  sees,
  seesRoom,
  seesScene,
} from './models/permissions.ts';
import { everybody, SWITCHES } from './permission-house.ts';
import { SAMPLES } from './samples.ts';
import { bySession, openSession, openSmallHouse, request } from './small-house.ts';

/** A house with a person in it, asked from inside: through the gate, with no transport in between. */
async function inside(house: House, person: Person) {
  const account: Account = { username: 'somebody', password: 'somebodys-password', ...person };
  const { gate, clock } = await openSmallHouse({
    house,
    accounts: [account, { username: 'admin', password: 'admins-password', group: 'admin' }],
  });
  const credentials = bySession(await openSession(gate, 'somebody'));
  /** The answer, or the code of the error. */
  const ask = async (call: string, input: object = {}): Promise<unknown> => {
    const answer = await gate.handle(request(call, input, { credentials }));
    if (!answer.ok) return answer.body.errorCode;
    return answer.result instanceof Encoded ? JSON.parse(answer.result.json.toString()) : answer.result;
  };
  return { ask, clock, gate, credentials };
}

function houseOf(
  components: readonly { readonly cid: string; readonly rooms: readonly number[] }[],
  rooms: readonly number[],
  scenes: readonly number[],
): House {
  return {
    name: 'House',
    timeZone: 'Europe/Berlin',
    place: { latitude: 52.5, longitude: 13.4 },
    components: components.map(({ cid, rooms }) => ({
      cid: cid as `C${number}`,
      name: cid,
      category: 'lighting',
      type: 'switch',
      rooms,
      backend: null,
    })),
    rooms: rooms.map((id) => ({ id, name: `Room ${id}`, zones: [] })),
    zones: [],
    scenes: scenes.map((id) => ({
      id,
      name: `Scene ${id}`,
      rooms: [],
      steps: components.slice(0, 1).map(({ cid }) => ({ cid: cid as `C${number}`, property: 'state', value: true })),
    })),
  };
}

/** Asks everything about everything and compares with the tables. */
async function assertPermitted(house: House, person: Person): Promise<void> {
  const { ask, clock, gate, credentials } = await inside(house, person);
  const where = JSON.stringify(person);
  const ids = async (call: string) => ((await ask(call)) as readonly { id: number }[]).map(({ id }) => id);

  const listed = (await ask('getAllComponents')) as readonly { cid: string }[];
  assert.deepEqual(
    listed.map(({ cid }) => cid),
    house.components.filter(({ rooms }) => sees(person, rooms)).map(({ cid }) => cid),
    where,
  );
  assert.deepEqual(
    await ids('getRooms'),
    house.rooms.map(({ id }) => id).filter((id) => seesRoom(person, id)),
    where,
  );
  assert.deepEqual(
    await ids('getScenes'),
    house.scenes.map(({ id }) => id).filter((id) => seesScene(person, id)),
    where,
  );
  for (const { cid, rooms } of house.components) {
    const data = await ask('getComponentData', { cid, property: 'state' });
    assert.equal(data === 112, !sees(person, rooms), `${cid} ${where}`);
    assert.deepEqual(
      await ask('componentUpdate', { cid, property: 'state', value: true }),
      { [cid]: commands(person, rooms) },
      `${cid} ${where}`,
    );
  }
  for (const { id } of house.scenes) {
    const asked = gate.handle(request('executeScene', { id }, { credentials }));
    clock.advanceTo(clock.now());
    const answer = await asked;
    assert.equal(answer.ok ? null : answer.body.errorCode, sceneRefusal(person, id), `scene ${id} ${where}`);
  }
  for (const { name } of TABLE.filter(
    ({ name, who }) => who !== 'anybody' && !['logout', 'setPassword', 'executeScene'].includes(name),
  )) {
    const answer = await ask(name, SAMPLES[name]);
    assert.equal(answer === NOT_IN_THE_GROUP.code, !mayCall(person, name), `${name} ${where}`);
  }
}

describe('what somebody may do, asked from inside', () => {
  test('is what the tables say for every combination of levels', async () => {
    const house = houseOf(SWITCHES, [1, 2, 3], [1, 2]);
    const people = everybody();
    await Promise.all(
      people.map((person) =>
        assertPermitted(house, { group: person.group, rooms: person.rooms, scenes: person.scenes }),
      ),
    );

    assert.equal(people.length, 65);
  });

  test('is what the tables say for any house and any permissions', async () => {
    const room = fc.integer({ min: 1, max: 6 });
    const levelled = <Level>(levels: readonly Level[]) =>
      fc.dictionary(fc.oneof(room.map(String), fc.constant('*')), fc.constantFrom(...levels), { maxKeys: 5 });
    const person = fc.record({
      group: fc.constantFrom('admin' as const, 'user' as const, 'user' as const),
      rooms: levelled<RoomLevel>(ROOM_LEVELS.map(({ level }) => level)),
      scenes: levelled<SceneLevel>(SCENE_LEVELS.map(({ level }) => level)),
    });
    const components = fc.array(fc.uniqueArray(room, { maxLength: 4 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(components, person, async (rooms, somebody) => {
        const house = houseOf(
          rooms.map((own, index) => ({ cid: `C${index + 1}`, rooms: own })),
          [1, 2, 3, 4, 5, 6],
          [1, 2, 3, 4, 5, 6],
        );
        // Levels are about users; what an admin's own levels would mean, nobody has said.
        await assertPermitted(house, somebody.group === 'admin' ? { group: 'admin', rooms: {}, scenes: {} } : somebody);
      }),
      { numRuns: 60, seed: 12 },
    );
  });
});
