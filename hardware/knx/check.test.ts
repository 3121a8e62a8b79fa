import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigurationFault } from '../../controller/configuration/configuration.ts';
import { readConfiguration } from '../../controller/configuration/read-configuration.ts';

const HEAD = `name: House
timeZone: UTC
place: { latitude: 1, longitude: 1 }
data: data
`;

/** What a configuration with these settings and components is answered with, without the name of the file and the position. */
const faultsOf = async (settings: string, ...components: readonly string[]): Promise<readonly string[]> => {
  const rows = components.map((points, index) => `  - { cid: C${index + 1}, name: x, bus: knx, ${points} }\n`);
  try {
    await readConfiguration(
      'c.yaml',
      `${HEAD}buses: { knx: { type: knx, ${settings} } }\ncomponents:\n${rows.join('')}`,
    );
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationFault, String(error));
    return error.lines.map((line) => line.replace(/^c\.yaml:\d+:\d+: /, ''));
  }
};

const GATEWAY = 'gateway: 192.168.1.5';
const at = (type: string, property: string, address: string) =>
  `type: ${type}, points: { ${property}: { ${address} } }`;

describe('a configuration with KNX', () => {
  test('is good in all styles of addresses, with several gateways', async () => {
    const faults = await faultsOf(
      'gateway: ["knx.local:3672", 10.0.0.5], protocol: udp, routeBack: true, pace: 30, answerWithin: 0',
      at('switch', 'state', 'write: 1/2/3, status: [1/2/4, 1/517], dpt: "1.001"'),
      at('dimmer', 'brightness', 'write: 2570, dpt: "5.001", read: start, answer: true'),
      at(
        'thermostat',
        'mode',
        'write: 3/1/1, dpt: "20.102", words: { off: protection, comfort: comfort, economy: [economy, standby] }',
      ),
      at('ventilation', 'level', 'write: 3/1/2, dpt: "5.010", words: { "off": 0, low: 1, normal: 2, high: 3 }'),
      at('blind', 'angle', 'write: 3/1/3, dpt: "5.001", span: [0, 90]'),
      at('energy-meter', 'energyImported', 'status: 3/1/4, dpt: "13.010"'),
      at('color-light', 'color', 'write: 3/1/5, dpt: "251.600"'),
      at('shutter', 'position', 'write: 3/1/6, dpt: "1.008", status: [3/1/7, 3/1/8], statusDpt: "5.001", invert: true'),
    );

    assert.deepEqual(faults, []);
  });

  test('is good among routers, with and without what is said of the network', async () => {
    const point = at('motion-sensor', 'motion', 'status: 9/1/1, dpt: "1.002"');
    for (const more of [
      '',
      ', interface: eth0, multicast: 239.1.2.3, pace: 50, answerWithin: 0',
      ', interface: 10.0.0.3',
    ]) {
      assert.deepEqual(await faultsOf(`protocol: routing, individualAddress: 15.15.250${more}`, point), []);
    }
  });

  test('tells everything that is wrong with routing at once', async () => {
    const faults = await faultsOf(
      'protocol: routing, gateway: 10.0.0.5, routeBack: true, multicast: 10.0.0.9, pace: 51',
      at('motion-sensor', 'motion', 'status: 9/1/1, dpt: "1.002"'),
    );

    assert.deepEqual(faults.toSorted(), [
      'buses.knx.gateway: routers are spoken to all at once; take it out, or take protocol: udp',
      'buses.knx.individualAddress: is missing; add an individual address that no device of the installation has, such as 15.15.250',
      'buses.knx.multicast: 10.0.0.9 is no multicast address; write 224.0.23.12, or one from 239.0.0.0 to 239.255.255.255',
      'buses.knx.pace: to routers it is 50 telegrams a second at most',
      'buses.knx.routeBack: nobody answers to an address in routing; take it out',
    ]);
  });

  for (const [what, settings, components, says] of [
    ...['1.2.3.4', '16.0.1', '1.16.1', '1.1.256', '0.0.0', '15.15.255', '1/1/1'].map(
      (address) =>
        [
          `the individual address ${address}`,
          `protocol: routing, individualAddress: ${address}`,
          [],
          /^buses\.knx\.individualAddress: \S+ is no individual address of one device; write one such as 15\.15\.250/,
        ] as const,
    ),
    ...['224.0.0.1', '223.1.1.1', '240.1.1.1', 'knx.local'].map(
      (address) =>
        [
          `the multicast address ${address}`,
          `protocol: routing, individualAddress: 1.1.250, multicast: ${address}`,
          [],
          /^buses\.knx\.multicast: \S+ is no multicast address; write 224\.0\.23\.12/,
        ] as const,
    ),
    ...['individualAddress: 1.1.250', 'interface: eth0', 'multicast: 224.0.23.12'].map(
      (setting) =>
        [
          `${setting.split(':')[0]} for a tunnel`,
          `${GATEWAY}, ${setting}`,
          [],
          /^buses\.knx\.\w+: is for protocol: routing; take it out/,
        ] as const,
    ),
    [
      'another protocol',
      `${GATEWAY}, protocol: serial`,
      [],
      /^buses\.knx\.protocol: "serial" does not fit; it must be udp, tcp or routing/,
    ],
    [
      'a network interface that is none',
      'protocol: routing, individualAddress: 1.1.250, interface: "a b"',
      [],
      /^buses\.knx\.interface: "a b" does not fit; it must be the name of a network interface/,
    ],
    ['a gateway that is none', 'gateway: "1.2.3.4:99999"', [], /^buses\.knx\.gateway: 1\.2\.3\.4:99999 is no gateway/],
    ['no gateway', 'pace: 5', [], /^buses\.knx\.gateway: is missing; add the address of a gateway/],
    [
      'a pace of nothing',
      `${GATEWAY}, pace: 0`,
      [],
      /^buses\.knx\.pace: 0 does not fit; it must be a number of telegrams/,
    ],
    [
      'an address out of range',
      GATEWAY,
      [at('switch', 'state', 'write: 1/8/3, dpt: "1.001"')],
      /points\.state\.write: 1\/8\/3 is no group address/,
    ],
    [
      'the address of everybody',
      GATEWAY,
      [at('switch', 'state', 'write: 0/0/0, dpt: "1.001"')],
      /points\.state\.write: 0\/0\/0 is no group address/,
    ],
    [
      'a type that is not there',
      GATEWAY,
      [at('switch', 'state', 'write: 1/1/3, dpt: "1.999"')],
      /points\.state\.dpt: there is no datapoint type 1\.999; there are: 1\.001/,
    ],
    [
      'a type without quotes',
      GATEWAY,
      [at('switch', 'state', 'write: 1/1/3, dpt: 1.001')],
      /points\.state\.dpt: 1\.001 does not fit; it must be a datapoint type in quotes/,
    ],
    [
      'a type that cannot carry it',
      GATEWAY,
      [at('switch', 'state', 'write: 1/1/3, dpt: "9.001"')],
      /9\.001 does not carry a yes or no/,
    ],
    [
      'a unit that does not fit',
      GATEWAY,
      [at('temperature-sensor', 'temperature', 'status: 1/1/3, dpt: "9.004"')],
      /9\.004 is in lx, which does not become °C/,
    ],
    [
      'a difference for a temperature',
      GATEWAY,
      [at('temperature-sensor', 'temperature', 'status: 1/1/3, dpt: "9.002"')],
      /9\.002 is in ΔK, which does not become °C/,
    ],
    [
      'a count without a factor',
      GATEWAY,
      [at('energy-meter', 'energyImported', 'status: 1/1/3, dpt: "12.001"')],
      /12\.001 only counts: say with factor what one is worth in kWh/,
    ],
    [
      'words that the type does not have',
      GATEWAY,
      [at('thermostat', 'mode', 'write: 1/1/3, dpt: "20.102"')],
      /20\.102 cannot say off; it says auto, comfort/,
    ],
    [
      'a command without an address',
      GATEWAY,
      [at('switch', 'state', 'status: 1/1/3, dpt: "1.001"')],
      /state can be commanded, but has no address to write to/,
    ],
    [
      'an address to write what is only told',
      GATEWAY,
      [at('motion-sensor', 'motion', 'write: 1/1/3, dpt: "1.002"')],
      /motion is never commanded; name the address as status/,
    ],
    [
      'no address at all',
      GATEWAY,
      [at('motion-sensor', 'motion', 'dpt: "1.002"')],
      /has no group address; give it write, status or both/,
    ],
    [
      'one address of two types',
      GATEWAY,
      [
        at('switch', 'state', 'write: 1/1/1, status: 1/1/3, dpt: "1.001"'),
        at('motion-sensor', 'motion', 'status: 1/259, dpt: "1.002"'),
      ],
      /^components\[1\]\.points\.motion\.status: 1\/1\/3 has the type 1\.001 at C1 state, but 1\.002 here/,
    ],
    [
      'a status of a type that is not there',
      GATEWAY,
      [at('shutter', 'position', 'write: 1/1/1, dpt: "1.008", status: 1/1/2, statusDpt: "5.999"')],
      /points\.position\.statusDpt: there is no datapoint type 5\.999; there are: 5\.001/,
    ],
    [
      'a status of a type that cannot tell it',
      GATEWAY,
      [at('shutter', 'position', 'write: 1/1/1, dpt: "1.008", status: 1/1/2, statusDpt: "9.001"')],
      /points\.position\.statusDpt: 9\.001 is in °C, which does not become %/,
    ],
    [
      'a type of the status without a status',
      GATEWAY,
      [at('shutter', 'position', 'write: 1/1/1, dpt: "1.008", statusDpt: "5.001"')],
      /points\.position\.statusDpt: is for a point with write and status; take it out/,
    ],
    [
      'one address for commands and, in another type, for the status',
      GATEWAY,
      [at('shutter', 'position', 'write: 1/1/1, dpt: "1.008", status: 1/257, statusDpt: "5.001"')],
      /points\.position\.status: 1\/1\/1 has the type 1\.008 at C1 position, but 5\.001 here; it can have only one/,
    ],
    [
      'two that answer for one address',
      GATEWAY,
      [
        at('motion-sensor', 'motion', 'status: 1/1/3, dpt: "1.002", answer: true'),
        at('motion-sensor', 'motion', 'status: 1/1/3, dpt: "1.002", answer: true'),
      ],
      /C1 motion answers for 1\/1\/3 already/,
    ],
  ] as const) {
    test(`with ${what} is answered with the place and what would be right`, async () => {
      const rows =
        components.length === 0 ? [at('motion-sensor', 'motion', 'status: 9/1/1, dpt: "1.002"')] : components;
      const faults = await faultsOf(settings, ...rows);

      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', says);
    });
  }
});
