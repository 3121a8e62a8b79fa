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
const KNX = 'buses: { knx: { type: knx, gateway: 192.168.1.5 } }\n';

const put = (what: string, instead: string) => GOOD.replace(what, () => instead);
const add = (line: string) => `${GOOD}${line}\n`;
const knx = (points: string) => `${put('bus: simulator', `bus: knx, points: ${points}`)}${KNX}`;
const mqtt = (points: string) =>
  `${put('bus: simulator', `bus: broker, points: ${points}`)}buses: { broker: { type: mqtt, url: "mqtt://x" } }\n`;
const scene = (step: string) => add(`scenes: [{ id: 1, name: A, steps: [${step}] }]`);
const rule = (trigger: string, action = '{ do: wait, seconds: 1 }') =>
  add(`automations: [{ id: 1, name: A, triggers: [${trigger}], actions: [${action}] }]`);
const layer = (name: string, of: string) => `${name}: &${name} [${Array.from({ length: 9 }, () => of).join(', ')}]\n`;

/** A configuration, where it is wrong, and what is said. */
const TABLE: readonly (readonly [name: string, text: string, at: string, says: RegExp])[] = [
  ['nothing', '', '1:1', /null does not fit; it must be a configuration with name/],
  ['a word', 'hello', '1:1', /"hello" does not fit/],
  ['a list', '[]', '1:1', /\[\] does not fit/],
  ['a tab', put('rooms:', '\trooms:'), '5:1', /Tabs are not allowed/],
  ['a section twice', add('name: again'), '10:1', /keys must be unique/],
  ['a field twice', put('id: 1,', 'id: 1, id: 2,'), '6:14', /keys must be unique/],
  ['a bracket that stays open', add('scenes: [{ id: 1'), '11:1', /must .*end with a }/],
  ['two documents', `${GOOD}---\n${GOOD}`, '10:1', /multiple documents/],
  ['a tag of a program', put('Town hall', '!!js/function "x"'), '1:7', /Unresolved tag/],
  ['an alias of nothing', put('Town hall', '*x'), '1:', /Unresolved alias/],
  ['an alias within itself', 'name: &a [*a]\n', '1:1', /an alias stands within what it repeats/],
  [
    'aliases that multiply',
    `${layer('a', 'x')}${layer('b', '*a')}${layer('c', '*b')}${layer('d', '*c')}`,
    '1:1',
    /Excessive alias count/,
  ],
  ['no end of depth', `name: ${'['.repeat(5_000)}`, '1:', /not readable as YAML/],
  ['a name of an object', add('__proto__: { x: 1 }'), '10:1', /__proto__: is not known here/],
  ['an unknown section', add('componentz: []'), '10:1', /componentz: is not known here; did you mean components\?$/],
  ['no name', put('name: Town hall\n', ''), '1:1', /name: is missing; add a name/],
  ['a number as a name', put('Town hall', '7'), '1:1', /name: 7 does not fit; it must be a name/],
  ['an empty name', put('Town hall', '""'), '1:1', /name: "" does not fit/],
  ['an endless name', put('Town hall', 'x'.repeat(300)), '1:1', /name: "x+… does not fit/],
  ['no time zone', put('timeZone: Europe/Berlin\n', ''), '1:1', /timeZone: is missing; add a time zone such as/],
  [
    'an unknown time zone',
    put('Europe/Berlin', 'Europe/Berln'),
    '2:1',
    /Europe\/Berln is no time zone; write one such as/,
  ],
  [
    'a place in words',
    put('{ latitude: 52.5, longitude: 13.4 }', 'Berlin'),
    '3:1',
    /it must be \{latitude, longitude\}/,
  ],
  ['a place off the earth', put('13.4', '181'), '3:26', /181 does not fit; .*-180 to 180/],
  ['a place that is no number', put('52.5', '.nan'), '3:10', /NaN does not fit/],
  ['no data folder', put('data: data\n', ''), '1:1', /data: is missing; add a folder/],
  ['a data folder left open', put('data: data', 'data:'), '4:1', /data: null does not fit/],
  ['a port that is none', add('listen: { http: 70000 }'), '10:11', /listen\.http: 70000 .*from 0 to 65535/],
  ['half a port', add('listen: { http: 80.5 }'), '10:11', /80\.5 does not fit/],
  ['a port in quotes', add('listen: { http: "80" }'), '10:11', /"80" does not fit/],
  [
    'one port for two',
    add('listen: { http: 80, https: 80 }'),
    '10:21',
    /80 is the port of http as well; give each its own/,
  ],
  ['a port that is taken by default', add('listen: { remote: 443 }'), '10:11', /443 is the port of https as well/],
  ['an unknown listener', add('listen: { htp: 80 }'), '10:11', /listen\.htp: is not known here; did you mean http\?$/],
  ['a list of listeners', add('listen: [80]'), '10:1', /it must be \{host, http, https, remote\}/],
  [
    'a proxy that is no address',
    add('proxies: [proxy.local]'),
    '10:11',
    /proxies\[0\]: proxy\.local is neither an address/,
  ],
  ['a range that is none', add('proxies: [10.0.0.0/99]'), '10:11', /neither an address nor a range/],
  ['a proxy outside of a list', add('proxies: 10.0.0.1'), '10:1', /proxies: "10\.0\.0\.1" does not fit/],
  ['a journal of no days', add('journal: { days: 0 }'), '10:12', /journal\.days: 0 does not fit; .*from 1 to 36500/],
  ['a journal of half a day', add('journal: { days: 0.5 }'), '10:12', /0\.5 does not fit/],
  [
    'a journal that is too small',
    add('journal: { days: 400, megabytes: 4 }'),
    '10:23',
    /journal\.megabytes: 4 .*from 16 to 1000000/,
  ],
  ['a journal with a unit', add('journal: { megabytes: 2GB }'), '10:12', /"2GB" does not fit; .*megabytes on disk/],
  [
    'a journal of another measure',
    add('journal: { weeks: 3 }'),
    '10:12',
    /journal\.weeks: is not known here; take it out or correct its name$/,
  ],
  ['a journal that is a number', add('journal: 400'), '10:1', /400 does not fit; .*such as \{days: 400/],
  ['a broker over HTTP', add('mqtt: { url: "http://x", user: a }'), '10:9', /it must be an address such as mqtt:/],
  ['a broker for nobody', add('mqtt: { url: "mqtt://x" }'), '10:1', /mqtt\.user: is missing/],
  ['a password in an address', add('mqtt: { url: "mqtt://a:b@x", user: a }'), '10:9', /without user name and password/],
  [
    'a password in clear',
    add('mqtt: { url: "mqtt://x", user: a, password: x }'),
    '10:35',
    /so that no secret stands in this file/,
  ],
  [
    'a certificate that is not there',
    add('mqtt: { url: "mqtt://x", user: a, ca: none.pem }'),
    '10:35',
    /there is no file \/etc\/none\.pem/,
  ],
  [
    'a secret from two places',
    add('administrator: { password: { env: A, file: b } }'),
    '10:18',
    /\{env: NAME_OF_A_VARIABLE\} or/,
  ],
  ['an administrator without a name', add('administrator: { username: "" }'), '10:18', /"" does not fit/],
  ['a list of buses', add('buses: []'), '10:1', /it must be a bus for each name/],
  ['a bus with blanks', add('buses: { "My Bus": { type: knx } }'), '10:10', /My Bus: is not known here/],
  [
    'a bus of no kind',
    add('buses: { knx: { gateway: 1.2.3.4 } }'),
    '10:10',
    /type: is missing; add a kind of bus: knx, modbus or mqtt/,
  ],
  ['a bus left open', add('buses: { knx: }'), '10:10', /null does not fit; it must be a bus such as/],
  [
    'a bus of the kind of an object',
    add('buses: { x: { type: __proto__ } }'),
    '10:15',
    /no kind of bus __proto__; there are: knx/,
  ],
  ['KNX without a gateway', add('buses: { knx: { type: knx } }'), '10:10', /gateway: is missing; add the address/],
  ['Modbus without a line', add('buses: { m: { type: modbus } }'), '10:10', /does not say where the line is; add/],
  ['a cid that is none', put('C1', 'X1'), '8:7', /"X1" does not fit; it must be the letter C and digits/],
  ['a cid twice', put('C2', 'C1'), '9:7', /C1 is taken; give each its own/],
  ['an unknown type', put('type: switch', 'type: swich'), '8:16', /no kind swich; did you mean switch/],
  ['the type of an object', put('type: switch', 'type: constructor'), '8:16', /no kind constructor; write one of/],
  ['a component left open', add('  -'), '10:4', /null does not fit; it must be a component such as/],
  ['components that are no list', GOOD.replace(/components:[\s\S]*/, 'components: {}\n'), '7:1', /it must be a list/],
  ['an unknown room', put('rooms: [1]', 'rooms: [7]'), '8:51', /there is no room 7; add it or name another/],
  ['an unknown zone', put('name: Hall', 'name: Hall, zones: [3]'), '6:34', /there is no zone 3/],
  ['a zone twice', add('zones: [{ id: 1, name: A }, { id: 1, name: B }]'), '10:31', /1 is taken/],
  ['an unknown bus', put('bus: simulator', 'bus: knxx, points: { state: 1 }'), '8:55', /there is no bus knxx/],
  ['an unknown property on a bus', knx('{ sate: { dpt: "1.001", write: 1/0/1 } }'), '8:75', /did you mean state/],
  ['an unknown datapoint type', knx('{ state: { dpt: "99.1", write: 1/0/1 } }'), '8:84', /it must be a datapoint type/],
  [
    'no group address',
    knx('{ state: { dpt: "1.001", write: 99/0/1 } }'),
    '8:98',
    /is no group address; write one such as/,
  ],
  [
    'an unknown setting of a device',
    put('bus: simulator', 'bus: simulator, device: { wats: 5 }'),
    '8:81',
    /is no setting of a device/,
  ],
  [
    'a setting that cannot be',
    put('bus: simulator', 'bus: simulator, device: { watts: much }'),
    '8:81',
    /"much" does not fit; write a number/,
  ],
  ['a step for nobody', scene('{ cid: C9, property: state, value: true }'), '10:38', /there is no component C9/],
  [
    'a step with an unknown property',
    scene('{ cid: C1, property: stat, value: true }'),
    '10:47',
    /cannot be commanded; state can be/,
  ],
  ['a step with another value', scene('{ cid: C1, property: state, value: maybe }'), '10:64', /write true or false/],
  ['a step back in time', scene('{ wait: -1 }'), '10:38', /-1 does not fit; it must be seconds from 0 to 86400/],
  ['a step of no kind', scene('{ pause: 1 }'), '10:36', /does not fit; it must be .*wait: seconds/],
  [
    'a setting of a bus that is written otherwise',
    add('buses: { knx: { type: knx, gatway: 1.2.3.4 } }'),
    '10:28',
    /buses\.knx\.gatway: is not known here; did you mean gateway\?$/,
  ],
  [
    'a topic that is none',
    mqtt('{ state: { zigbee2mqtt: lamp/+ } }'),
    '8:87',
    /zigbee2mqtt: "lamp\/\+" does not fit; it must be a name without \+ and #$/,
  ],
  [
    'a field that this form of an address does not have',
    mqtt('{ state: { tasmota: pump, chanel: 1 } }'),
    '8:102',
    /state\.chanel: is not known here; did you mean channel\?$/,
  ],
  ['a time that is none', rule('{ when: time, at: "25:00" }'), '10:58', /at: "25:00" does not fit \(Time of day/],
  ['a trigger on nothing', rule('{ when: change, cid: C9, property: state }'), '10:44', /there is no C9/],
  ['an action that is none', rule('{ when: start }', '{ do: fly }'), '10:', /one of set, scene, wait/],
  ['a scene that is not there', rule('{ when: start }', '{ do: scene, scene: 4 }'), '10:', /there is no such scene/],
];

const faultsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await readConfiguration('/etc/c.yaml', text);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationFault, String(error));
    return error.lines;
  }
};

describe('a bad configuration', () => {
  for (const [name, text, at, says] of TABLE) {
    test(`with ${name} is answered with place, fault and remedy`, async () => {
      const lines = await faultsOf(text);

      const line = lines.find((each) => says.test(each));
      assert.ok(line, lines.join('\n') || 'it was accepted');
      assert.ok(line.startsWith(`/etc/c.yaml:${at}`), line);
      for (const each of lines) assert.match(each, /^\/etc\/c\.yaml:\d+:\d+: [^\n]+$/);
    });
  }

  test('is answered with all that is wrong at once', async () => {
    const text = put('Europe/Berlin', 'Nowhere').replace('52.5', '99').replace('C1', 'X1');
    const lines = await faultsOf(`${text}listen: { http: 1, https: 1 }\nproxies: [x]\n`);

    assert.deepEqual(
      lines.map((line) => line.split(':')[1]),
      ['2', '3', '8', '10', '11'],
    );
  });
});
