import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigurationFault } from '../../controller/configuration/configuration.ts';
import { readConfiguration } from '../../controller/configuration/read-configuration.ts';

/** A configuration with one line and one point; each on a line of its own. */
const house = (line: string, address: string, property = 'temperature', type = 'thermostat') => `name: Hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
buses:
  line: { type: modbus, ${line} }
components:
  - cid: C1
    type: ${type}
    name: Thing
    bus: line
    points:
      ${property}: ${address}
`;

const faultsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await readConfiguration('/c.yaml', text);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationFault, String(error));
    return error.lines;
  }
};

const TCP = 'tcp: "10.0.0.5:502"';

describe('a configuration with a Modbus line', () => {
  test('is good in each of its forms', async () => {
    for (const line of [
      TCP,
      'tcp: meter.local',
      'rtuOverTcp: "[fe80::1]:4196", pause: 0.05',
      'serial: /dev/ttyUSB0, baud: 9600, parity: even, stopBits: 1, timeout: 0.5, retries: 2',
    ]) {
      assert.deepEqual(
        await faultsOf(house(line, '{ unit: 3, input: 5, type: int16, scale: 0.1, missing: [-32768], poll: 10 }')),
        [],
      );
    }
    const good: readonly [string, string, string][] = [
      ['{ holding: 10, words: { 0: off, 1: comfort, 2: economy }, write: true, verify: true }', 'mode', 'thermostat'],
      ['{ holding: 1, bit: 3, write: { coil: 7 } }', 'state', 'switch'],
      ['{ device: sdm630, point: power }', 'power', 'energy-meter'],
      ['{ device: sma, point: status, unit: 126 }', 'status', 'pv-inverter'],
      ['{ device: systemair-save, point: level, verify: true }', 'level', 'ventilation'],
    ];
    for (const [address, property, type] of good)
      assert.deepEqual(await faultsOf(house(TCP, address, property, type)), [], address);
  });

  const wrong: readonly [string, string, string, string, string, RegExp][] = [
    [
      'no line',
      'timeout: 1',
      '{ input: 5 }',
      'temperature',
      'thermostat',
      /:6:\d+: buses\.line: does not say where the line is/,
    ],
    [
      'two lines',
      `${TCP}, serial: /dev/ttyUSB0`,
      '{ input: 5 }',
      'temperature',
      'thermostat',
      /:6:\d+: buses\.line\.serial: is one line too many/,
    ],
    [
      'a port that is none',
      'tcp: "10.0.0.5:99999"',
      '{ input: 5 }',
      'temperature',
      'thermostat',
      /:6:\d+: buses\.line\.tcp: has no port/,
    ],
    [
      'a speed for TCP',
      `${TCP}, baud: 9600`,
      '{ input: 5 }',
      'temperature',
      'thermostat',
      /buses\.line\.baud: is for a serial line/,
    ],
    ['no table', TCP, '{ unit: 1 }', 'temperature', 'thermostat', /:13:\d+: .*points\.temperature: names no table/],
    ['two tables', TCP, '{ input: 1, holding: 1 }', 'temperature', 'thermostat', /names no table, or several/],
    [
      'registers behind the end',
      TCP,
      '{ input: 65535, type: float32 }',
      'temperature',
      'thermostat',
      /input: has 2 registers, which end behind 65535/,
    ],
    [
      'a type that is none',
      TCP,
      '{ input: 1, type: float }',
      'temperature',
      'thermostat',
      /type: "float" does not fit; it must be one of int16/,
    ],
    ['a number in a coil', TCP, '{ coil: 1 }', 'temperature', 'thermostat', /is one bit, and the property is in °C/],
    [
      'an unknown word',
      TCP,
      '{ holding: 1, words: { 0: of } }',
      'mode',
      'thermostat',
      /words\.0: of is none of what the property can be: off, comfort, economy/,
    ],
    ['no words for words', TCP, '{ holding: 1 }', 'mode', 'thermostat', /needs words/],
    [
      'a command for a sensor',
      TCP,
      '{ holding: 1, write: true }',
      'temperature',
      'thermostat',
      /write: this property takes no commands/,
    ],
    [
      'a command to an input',
      TCP,
      '{ input: 1, write: true }',
      'setpoint',
      'thermostat',
      /write: cannot go where it is read from/,
    ],
    [
      'a command to one bit of a register',
      TCP,
      '{ holding: 1, bit: 2, write: true }',
      'state',
      'switch',
      /would change the other bits/,
    ],
    ['a scale of nothing', TCP, '{ input: 1, scale: 0 }', 'temperature', 'thermostat', /scale: 0 makes everything 0/],
    [
      'a unit that no serial line has',
      'serial: /dev/ttyUSB0',
      '{ input: 1, unit: 0 }',
      'temperature',
      'thermostat',
      /unit: unit 0 is none on a serial line/,
    ],
    [
      'a map that is none',
      TCP,
      '{ device: sdm640, point: power }',
      'power',
      'energy-meter',
      /device: there is no ready map sdm640; there are: sdm630/,
    ],
    [
      'a point that is none',
      TCP,
      '{ device: sdm630, point: volts }',
      'power',
      'energy-meter',
      /point: Eastron SDM630 has no point volts; there are: power/,
    ],
    [
      'a point in another unit',
      TCP,
      '{ device: sdm630, point: energyImported }',
      'power',
      'energy-meter',
      /point: is in kWh, and the property is in W/,
    ],
    [
      'a map and a register',
      TCP,
      '{ device: sdm630, point: power, input: 3 }',
      'power',
      'energy-meter',
      /input: is said by the ready map already/,
    ],
  ];
  for (const [what, line, address, property, type, says] of wrong) {
    test(`is refused for ${what}, with its place`, async () => {
      const faults = await faultsOf(house(line, address, property, type));
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', says);
    });
  }
});
