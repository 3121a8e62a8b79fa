import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigurationFault } from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

const GOOD = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
rooms:
  - { id: 1, name: Hall }
components:
  - { cid: C1, type: switch, name: Light, rooms: [1], bus: simulator }
  - { cid: C2, type: dimmer, name: Lamp }
`;

/** All lines that a text is answered with. */
const faultsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await readConfiguration('/etc/c.yaml', text);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationFault, String(error));
    return error.lines;
  }
};

describe('a configuration', () => {
  test('says what the building is; what is left out is as one expects', async () => {
    const { scenario, data, listen, administrator } = await readConfiguration('/etc/c.yaml', GOOD);

    assert.equal(data, '/etc/data');
    assert.deepEqual(listen, { host: '0.0.0.0', http: 80, https: 443, remote: undefined });
    assert.deepEqual(administrator, { username: 'admin', password: undefined });
    const [light, lamp] = scenario.house.components;
    assert.deepEqual([light?.category, light?.backend, lamp?.backend], ['lighting', 'simulator', null]);
  });

  test('is answered with everything that is wrong in it, each with line, column and what would be right', async () => {
    const text = GOOD.replace('Europe/Berlin', 'Europe/Berln')
      .replace('52.5', '95')
      .replace('name: Hall', 'nam: Hall')
      .replace('type: switch', 'type: swich')
      .replace('C2, type: dimmer', 'C2, bus: knx, type: dimmer');

    assert.deepEqual(await faultsOf(text), [
      '/etc/c.yaml:2:1: timeZone: Europe/Berln is no time zone; write one such as Europe/Berlin',
      '/etc/c.yaml:3:10: place.latitude: 95 does not fit; it must be degrees north from -90 to 90',
      '/etc/c.yaml:6:5: rooms[0].name: is missing; add a name of up to 200 letters',
      '/etc/c.yaml:6:14: rooms[0].nam: is not known here; did you mean name?',
      '/etc/c.yaml:8:16: components[0].type: there is no kind swich; did you mean switch?',
      '/etc/c.yaml:9:5: components[1]: has no points; give an address on the bus for each property that it has there',
      '/etc/c.yaml:9:16: components[1].bus: there is no bus knx; there are: simulator',
    ]);
  });

  for (const [what, text, says] of [
    ['no YAML', 'name: [', /^\/etc\/c\.yaml:1:\d+: not readable as YAML/],
    ['no record', '- 1', /c\.yaml:1:1: .*does not fit/],
    [
      'a bus of no kind',
      `${GOOD}buses: { x: { type: carrier-pigeon } }`,
      /buses\.x\.type: there is no kind of bus carrier-pigeon/,
    ],
    [
      'points without a bus',
      GOOD.replace('name: Lamp', 'name: Lamp, points: { state: 1 }'),
      /points: has no bus to be on/,
    ],
    [
      'a device that is not simulated',
      GOOD.replace('name: Lamp', 'name: Lamp, device: { watts: 5 }'),
      /device: is for a simulated device/,
    ],
    [
      'a bus called simulator',
      `${GOOD}buses: { simulator: { type: knx } }`,
      /buses\.simulator: is the name of what is simulated/,
    ],
    [
      'a secret in clear',
      `${GOOD}administrator: { password: hunter2 }`,
      /administrator\.password: .*\{env: NAME_OF_A_VARIABLE\}/,
    ],
    [
      'a room that is not there',
      GOOD.replace('rooms: [1]', 'rooms: [7]'),
      /components\[0\]\.rooms\[0\]: there is no room 7/,
    ],
  ] as const) {
    test(`with ${what} is answered with the place`, async () => {
      const [first = ''] = await faultsOf(text);

      assert.match(first, says);
    });
  }

  test('says the same of an automation as a scenario does', async () => {
    const automation = 'id: 1, name: A, limit: null, triggers: [{ when: start }], actions: [{ do: wait, seconds: 1 }]';

    assert.deepEqual(await faultsOf(`${GOOD}automations: [{ ${automation} }]`), []);
  });

  test('finds the files that a bus needs from where it stands itself', async () => {
    const bus = `${GOOD}buses: { b: { type: mqtt, url: "mqtt://127.0.0.1:1883", ca: no-such-ca.pem } }`;

    assert.match((await faultsOf(bus)).join(), /buses\.b\.ca: there is no file \/etc\/no-such-ca\.pem/);
  });

  test('that is hopeless is answered with a hundred faults and their number', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `  - { cid: ${index}, type: switch, name: x }`);
    const lines = await faultsOf(`${GOOD}${rows.join('\n')}\n`);

    assert.equal(lines.length, 101);
    assert.match(lines.at(-1) ?? '', /and 200 more/);
  });
});
