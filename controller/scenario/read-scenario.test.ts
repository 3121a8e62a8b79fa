import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readScenario } from './read-scenario.ts';
import { ScenarioFault } from './scenario.ts';

const LINES = [
  /*  1 */ 'name: hut',
  /*  2 */ 'house: Hut',
  /*  3 */ 'timeZone: Europe/Berlin',
  /*  4 */ 'place: { latitude: 47, longitude: 11 }',
  /*  5 */ 'zones:',
  /*  6 */ '  - { id: 1, name: All }',
  /*  7 */ 'rooms:',
  /*  8 */ '  - { id: 1, name: Room, zones: [1], use: kitchen }',
  /*  9 */ 'components:',
  /* 10 */ '  - { cid: C1, type: dimmer, name: Lamp, rooms: [1], device: { watts: 9 } }',
  /* 11 */ '  - { cid: C2, type: energy-meter, name: Meter, rooms: [] }',
  /* 12 */ 'scenes:',
  /* 13 */ '  - id: 1',
  /* 14 */ '    name: Dim',
  /* 15 */ '    rooms: [1]',
  /* 16 */ '    steps:',
  /* 17 */ '      - { cid: C1, property: brightness, value: 20 }',
  /* 18 */ '      - { wait: 5 }',
  /* 19 */ 'automations:',
  /* 20 */ '  - id: 1',
  /* 21 */ '    name: Evening',
  /* 22 */ '    triggers:',
  /* 23 */ '      - { when: time, at: "21:00" }',
  /* 24 */ '    actions:',
  /* 25 */ '      - { do: set, cid: C1, property: brightness, value: 20 }',
  /* 26 */ '      - { do: scene, scene: 1 }',
];
const read = (lines: readonly string[]) => readScenario('hut.yaml', lines.join('\n'));

/** The line to change, what to put in its place, and all that is said about it. */
const FAULTS: readonly (readonly [line: number, text: string, says: string])[] = [
  [
    1,
    'name: The Hut',
    'hut.yaml:1: name: "The Hut" does not fit; it must be words in lower case with hyphens, such as family-home',
  ],
  [2, '', 'hut.yaml:1: house: is missing; add a name of up to 200 letters'],
  [2, 'hous: Hut', 'hut.yaml:1: house: is missing; add a name of up to 200 letters'],
  [2, 'house: Hut\ncolor: red', 'hut.yaml:3: color: is not known here; take it out or correct its name'],
  [3, 'timeZone: Mars/Olympus', 'hut.yaml:3: timeZone: Mars/Olympus is no time zone; write one such as Europe/Berlin'],
  [
    4,
    'place: { latitude: 147, longitude: 11 }',
    'hut.yaml:4: place.latitude: 147 does not fit; it must be degrees north from -90 to 90',
  ],
  [6, '  - { id: 0, name: All }', 'hut.yaml:6: zones[0].id: 0 does not fit; it must be a whole number from 1'],
  [6, '  - { id: 1, name: All }\n  - { id: 1, name: Other }', 'hut.yaml:7: zones[1].id: 1 is taken; give each its own'],
  [
    8,
    '  - { id: 1, name: Room, zones: [2] }',
    'hut.yaml:8: rooms[0].zones[0]: there is no zone 2; add it or name another',
  ],
  [
    8,
    '  - { id: 1, name: Room, zones: [1], aera: 9 }',
    'hut.yaml:8: rooms[0].aera: is no setting of a room; there are: use, area, facing',
  ],
  [
    8,
    '  - { id: 1, name: Room, zones: [1], area: 0 }',
    'hut.yaml:8: rooms[0].area: 0 does not fit; write a number from 1 to 10000',
  ],
  [
    10,
    '  - { cid: lamp, type: dimmer, name: Lamp, rooms: [1] }',
    'hut.yaml:10: components[0].cid: "lamp" does not fit; it must be the letter C and digits, such as C12',
  ],
  [
    10,
    '  - { cid: C1, type: dimer, name: Lamp, rooms: [1] }',
    'hut.yaml:10: components[0].type: there is no kind dimer; did you mean dimmer?',
  ],
  [
    10,
    '  - { cid: C1, type: dimmer, name: Lamp, rooms: [3] }',
    'hut.yaml:10: components[0].rooms[0]: there is no room 3; add it or name another',
  ],
  [
    10,
    '  - { cid: C1, type: dimmer, name: Lamp, rooms: [1], device: { watts: lots } }',
    'hut.yaml:10: components[0].device.watts: "lots" does not fit; write a number from 0 to 3680',
  ],
  [
    10,
    '  - { cid: C1, type: dimmer, name: Lamp, rooms: [1], device: { color: red } }',
    'hut.yaml:10: components[0].device.color: is no setting of a device of type dimmer; there are: watts, people',
  ],
  [
    11,
    '  - { cid: C1, type: energy-meter, name: Meter, rooms: [] }',
    'hut.yaml:11: components[1].cid: C1 is taken; give each its own',
  ],
  [
    11,
    '  - { cid: C2, type: energy-meter, name: Meter, rooms: [], device: { measures: [C1, C9] } }',
    'hut.yaml:11: components[1].device.measures[1]: there is no component C9; name one of this scenario',
  ],
  [
    11,
    '  - { cid: C2, type: energy-meter, name: Meter, rooms: [], device: { measures: gas } }',
    'hut.yaml:11: components[1].device.measures: "gas" does not fit; write grid, loads or a list of cids',
  ],
  [15, '    rooms: [4]', 'hut.yaml:15: scenes[0].rooms[0]: there is no room 4; add it or name another'],
  [
    17,
    '      - { cid: C7, property: brightness, value: 20 }',
    'hut.yaml:17: scenes[0].steps[0].cid: there is no component C7; name one of this file',
  ],
  [
    17,
    '      - { cid: C1, property: position, value: 20 }',
    'hut.yaml:17: scenes[0].steps[0].property: position of a dimmer cannot be commanded; state, brightness can be',
  ],
  [
    17,
    '      - { cid: C2, property: power, value: 20 }',
    'hut.yaml:17: scenes[0].steps[0].property: power of a energy-meter cannot be commanded; nothing of it can be',
  ],
  [
    17,
    '      - { cid: C1, property: constructor, value: 20 }',
    'hut.yaml:17: scenes[0].steps[0].property: constructor of a dimmer cannot be commanded; state, brightness can be',
  ],
  [
    17,
    '      - { cid: C1, property: brightness, value: 120 }',
    'hut.yaml:17: scenes[0].steps[0].value: 120 does not fit brightness; write a number from 0 to 100',
  ],
  [
    18,
    '      - { wait: -1 }',
    'hut.yaml:18: scenes[0].steps[1].wait: -1 does not fit; it must be seconds from 0 to 86400',
  ],
  [
    18,
    'guest: { rooms: { 9: Full } }',
    'hut.yaml:18: guest.rooms.9: there is no room 9; write the identifier of one, or *',
  ],
  [
    18,
    'guest: { rooms: { 1: Never } }',
    'hut.yaml:18: guest.rooms.1: "Never" does not fit; it must be Off, View only or Full',
  ],
  [
    18,
    'accounts: [{ username: me, password: x, group: user }]',
    'hut.yaml:18: accounts: nobody could administer this house; add an account of the group admin',
  ],
  [
    18,
    'accounts: [{ username: me, group: admin }]',
    'hut.yaml:18: accounts[0]: has to have either password or passwordHash; write one of the two',
  ],
  [
    18,
    'accounts: [{ username: me, password: x, group: root }]',
    'hut.yaml:18: accounts[0].group: "root" does not fit; it must be admin or user',
  ],
  [
    18,
    '      - { wait: 5',
    'hut.yaml:19: not readable as YAML: Flow map in block collection must be sufficiently indented and end with a }',
  ],
  [20, '  - id: none', 'hut.yaml:20: automations[0].id: "none" does not fit; it must be a whole number from 1'],
  [21, '    nam: Evening', 'hut.yaml:20: automations[0].name: is missing; add a name of up to 200 letters'],
  [
    23,
    '      - { when: noon }',
    'hut.yaml:23: automations[0].triggers[0].when: one of change, threshold, time, sun, scene, start is needed here',
  ],
  [
    23,
    '      - { when: change, cid: C3, property: state }',
    'hut.yaml:23: automations[0].triggers[0]: there is no C3 with a property state',
  ],
  [
    25,
    '      - { do: set, cid: C1, property: brightness, value: 120 }',
    'hut.yaml:25: automations[0].actions[0].value: 120 does not fit brightness; write a number from 0 to 100',
  ],
  [
    25,
    '      - { do: set, cid: C2, property: power, value: 20 }',
    'hut.yaml:25: automations[0].actions[0].property: power of C2 cannot be commanded',
  ],
  [26, '      - { do: scene, scene: 2 }', 'hut.yaml:26: automations[0].actions[1].scene: there is no such scene'],
  [18, 'name: again', 'hut.yaml:18: not readable as YAML: Map keys must be unique'],
  [18, '__proto__: { seed: 3 }', 'hut.yaml:18: __proto__: is not known here; take it out or correct its name'],
];

describe('a scenario file', () => {
  test('becomes a house, its people and its devices', () => {
    const scenario = read(LINES);

    assert.equal(scenario.seed, 1);
    assert.deepEqual(scenario.house.components[0], {
      cid: 'C1',
      name: 'Lamp',
      category: 'lighting',
      type: 'dimmer',
      rooms: [1],
      backend: 'simulator',
    });
    assert.deepEqual(scenario.house.rooms, [{ id: 1, name: 'Room', zones: [1] }]);
    assert.deepEqual(
      scenario.house.automations?.map(({ id, enabled, mode, conditions }) => [id, enabled, mode, conditions]),
      [[1, true, 'single', []]],
    );
    assert.deepEqual(scenario.devices, { rooms: { 1: { use: 'kitchen' } }, devices: { C1: { watts: 9 } } });
    assert.deepEqual(JSON.parse(JSON.stringify(scenario)), scenario);
  });

  for (const [line, text, says] of FAULTS) {
    test(`line ${line} as "${text.trim().split('\n').at(-1)}" is answered with one line that mends it`, () => {
      const lines = LINES.with(line - 1, text);

      assert.throws(
        () => read(text === '' ? lines.filter((_, index) => index !== line - 1) : lines),
        (error: unknown) => {
          assert.ok(error instanceof ScenarioFault);
          assert.equal(error.message.trim(), says);
          return true;
        },
      );
    });
  }

  test('whatever else is in a file, it is a fault and never a crash', () => {
    const junk = ['', 'null', '[]', '3', '{', '- a\n- b', 'a: &a [*a]', '\u0000', '%YAML 9', 'name: !!js/function x'];

    for (const text of junk) assert.throws(() => readScenario('junk.yaml', text), ScenarioFault, text);
  });

  test('names its own accounts if it has any', () => {
    const accounts = 'accounts: [{ username: me, password: x, group: admin, rooms: {}, scenes: { 1: Full } }]';

    const scenario = read([...LINES, accounts]);

    assert.deepEqual(
      scenario.accounts.map(({ username }) => username),
      ['me'],
    );
  });
});
