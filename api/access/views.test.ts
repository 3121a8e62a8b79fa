import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  commands,
  type Person,
  sceneRefusal,
  sees,
  seesRoom,
  seesScene,
} from '../../property-tests/models/permissions.ts';
import type { Component } from '../../twin/index.ts';
import type { User } from './user.ts';
import type { View } from './view.ts';
import { Views } from './views.ts';

const inRooms = (...rooms: number[]) => ({ rooms }) as unknown as Component;
const houseOf = (rooms: readonly number[][]) => ({
  components: new Map(rooms.map((of, index) => [`C${index}`, inRooms(...of)])),
});
const person = (of: Partial<Person>): User => ({
  id: 1,
  username: 'anna',
  enabled: true,
  remoteAccess: false,
  group: 'user',
  rooms: {},
  scenes: {},
  ...of,
});

const key = fc.constantFrom('*', '1', '2', '3', '__proto__', 'constructor', '01', ' 1', '1.0');
const levels = <Level extends string>(...of: Level[]) =>
  fc.array(fc.tuple(key, fc.constantFrom(...of)), { maxLength: 5 }).map((rows) => Object.fromEntries(rows));
const someone = fc
  .record({ rooms: levels('Off', 'View only', 'Full'), scenes: levels('Off', 'Full') })
  .map((permissions) => person(permissions));
const someRooms = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { maxLength: 3 });

test('what a user sees, commands and runs follows from the levels, the most generous room counting', () => {
  fc.assert(
    fc.property(someone, fc.array(someRooms, { minLength: 1, maxLength: 8 }), (user, components) => {
      const house = houseOf(components);
      const view = new Views(house).of(user);
      for (const component of house.components.values()) {
        assert.equal(view.maySee(component), sees(user, component.rooms));
        assert.equal(view.mayCommand(component), commands(user, component.rooms));
      }
      for (const id of [1, 2, 3, 4]) {
        assert.equal(view.maySeeRoom(id), seesRoom(user, id));
        assert.equal(view.mayRun(id), seesScene(user, id));
        assert.equal(view.mayRun(id), sceneRefusal(user, id) === null);
      }
    }),
    { numRuns: 500 },
  );
});

test('two views share a key exactly if they see the same components and the same rooms of each', () => {
  let shared = 0;
  fc.assert(
    fc.property(someone, someone, fc.array(someRooms, { maxLength: 6 }), (anna, ben, components) => {
      const house = houseOf(components);
      const views = new Views(house);
      const [a, b] = [views.of(anna), views.of(ben)];
      const roomsSeen = (view: View, component: Component) =>
        view.maySee(component) ? component.rooms.filter((room) => view.maySeeRoom(room)).join(' ') : 'nothing';
      const same = [...house.components.values()].every(
        (component) => roomsSeen(a, component) === roomsSeen(b, component),
      );
      if (same) shared += 1;
      assert.equal(a.key === b.key, same);
      assert.equal(
        a.key === views.of(person({ group: 'admin' })).key,
        [...house.components.values()].every((component) => roomsSeen(a, component) === component.rooms.join(' ')),
      );
    }),
    { numRuns: 500 },
  );
  assert.ok(shared > 20);
});

test('the group admin sees and commands everything, whatever its levels say', () => {
  const view = new Views(houseOf([])).of(person({ group: 'admin', rooms: { '*': 'Off' }, scenes: { '*': 'Off' } }));
  assert.ok(view.maySee(inRooms(1)) && view.mayCommand(inRooms(1)) && view.mayCommand(inRooms()));
  assert.ok(view.maySeeRoom(1) && view.mayRun(1));
});

test('a view is the same object until the user or the house changes, and no key is ever used for another house', () => {
  const house = houseOf([[1], [2]]);
  const views = new Views(house);
  const anna = person({ rooms: { 1: 'Off' } });
  const before = views.of(anna);
  assert.equal(views.of(anna), before);
  assert.notEqual(views.of({ ...anna }), before);
  assert.equal(views.of({ ...anna }).key, before.key);

  const keys = [before.key, views.of(person({})).key];
  house.components.set('C9', inRooms(1));
  views.forget();
  assert.ok(!keys.includes(views.of(anna).key) && !keys.includes(views.of(person({})).key));
});
