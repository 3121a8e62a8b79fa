import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigurationFault } from '../../configuration/configuration.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { writeProposal } from '../write-proposal.ts';
import { proposeModbus } from './propose-modbus.ts';
import { textOf } from './text-of.ts';

const HEAD =
  'name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\nbuses:\n  plant: { type: modbus, tcp: "127.0.0.1:502" }\n';

const proposed = async (text: string) => {
  const proposal = proposeModbus('table.csv', text, 'plant');
  const { scenario } = await readConfiguration(
    'c.yaml',
    `${HEAD}${writeProposal(proposal, { advice: [], difference: [] })}`,
  );
  assert.equal(scenario.house.components.length, proposal.components.length);
  return proposal;
};

const faultsOf = (text: string): readonly string[] => {
  try {
    proposeModbus('table.csv', text, 'plant');
  } catch (error) {
    assert.ok(error instanceof ConfigurationFault, String((error as Error).stack));
    return error.lines;
  }
  throw new Error('was read');
};

const ROWS = [
  [
    'name',
    'room',
    'component',
    'property',
    'unit',
    'function',
    'address',
    'type',
    'order',
    'scale',
    'measured',
    'poll',
    'writable',
  ],
  ['Main meter', 'Cellar', 'energy-meter', 'power', '3', '4', '52', 'float32', 'big', '', 'W', '2', ''],
  [
    'Main meter',
    'Cellar',
    'energy-meter',
    'energyImported',
    '3',
    'input',
    '0x48',
    'uint32',
    'word-swapped',
    '0.1',
    'Wh',
    '',
    '',
  ],
  ['Hall; "big"', '', 'thermostat', 'setpoint', '', '', '40011', 'int16', '', '0.1', '', '', 'yes'],
];
const quoted = (cell: string): string => (/[";,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const table = (separator: string, change: (cell: string) => string = (cell) => cell): string =>
  ROWS.map((row) => row.map((cell) => quoted(change(cell))).join(separator)).join('\r\n');

describe('a register table', () => {
  for (const [how, text] of [
    ['with commas', table(',')],
    ['as a German Excel saves it', `\uFEFF${table(';', (cell) => cell.replace(/^(\d+)\.(\d+)$/, '$1,$2'))}\r\n;;;\r\n`],
    ['with tabs', table('\t')],
    ['that names its separator', `sep=|\n${table('|')}`],
  ] as const) {
    test(`${how} is components`, async () => {
      const { rooms, components } = await proposed(textOf(Buffer.from(text)));

      assert.deepEqual(rooms, [{ id: 1, name: 'Cellar', zones: [] }]);
      assert.deepEqual(components, [
        {
          cid: 'C1',
          type: 'energy-meter',
          name: 'Main meter',
          rooms: [1],
          bus: 'plant',
          points: {
            power: { unit: 3, input: 52, type: 'float32', order: 'big', poll: 2 },
            energyImported: { unit: 3, input: 72, type: 'uint32', order: 'word-swapped', scale: 0.0001 },
          },
        },
        {
          cid: 'C2',
          type: 'thermostat',
          name: 'Hall; "big"',
          rooms: [],
          bus: 'plant',
          points: { setpoint: { holding: 10, type: 'int16', scale: 0.1, write: true } },
        },
      ]);
    });
  }

  test('may be in the code pages that spreadsheets save', () => {
    assert.equal(textOf(Buffer.from('Küche', 'latin1')), 'Küche');
    assert.equal(textOf(Buffer.from('\uFEFFKüche', 'utf16le')), 'Küche');
    assert.equal(textOf(Buffer.from('\uFEFFKüche')), 'Küche');
  });

  test('has columns in any order, and words, bits and missing values', async () => {
    const { components } = await proposed(
      [
        'address;function;property;Component;Name;words;missing;bit',
        '100;3;mode;thermostat;Bad;"0=off; 1=comfort; 2=economy";"-32768; 65535";',
        '7;3;open;window-contact;Bad;;;4',
      ].join('\n'),
    );
    assert.deepEqual(
      components.map(({ points }) => points),
      [
        { mode: { holding: 100, words: { '0': 'off', '1': 'comfort', '2': 'economy' }, missing: [-32768, 65_535] } },
        { open: { holding: 7, bit: 4 } },
      ].map((points) => ('mode' in points ? { mode: { ...points.mode } } : points)),
    );
  });
});

describe('what is wrong in a register table', () => {
  test('is said of every line at once, with its number', () => {
    const faults = faultsOf(
      [
        'name,component,property,function,address,type,scale,measured,writable,unit,words',
        'A,toaster,power,3,1,,,,,,',
        'B,energy-meter,pover,3,1,,,,,,',
        '"C',
        'C",energy-meter,power,5,1,,,,,,',
        'D,energy-meter,power,,1,,,,,,',
        'E,energy-meter,power,3,4x,,,,,,',
        'F,energy-meter,power,3,1,int17,,,,,',
        'G,energy-meter,power,3,1,,1.000.000,,,,',
        'H,energy-meter,power,3,1,,,°C,,,',
        'I,energy-meter,power,3,1,,,,yes,,',
        'J,energy-meter,power,3,1,,,,maybe,300,',
        ',energy-meter,power,3,1,,,,,,',
        'K,energy-meter,power,3,1,,0,,,,',
        'L,energy-meter,power,3,1,,,,,,',
        'L,energy-meter,power,3,2,,,,,,',
        'M,thermostat,mode,3,2,,,,,,off',
        'N,switch,state,3,1,,,,,,,,1',
      ].join('\n'),
    );
    const lines = [
      /^table\.csv:2: component: there is no kind toaster; write one of /,
      /^table\.csv:3: property: pover is nothing that a energy-meter has; did you mean power\?/,
      /^table\.csv:4: function: 5 reads nothing/,
      /^table\.csv:6: function: is empty/,
      /^table\.csv:7: address: 4x is no address/,
      /^table\.csv:8: type: "int17" does not fit; it must be one of int16/,
      /^table\.csv:9: scale: 1\.000\.000 is no number/,
      /^table\.csv:10: measured: °C does not become W/,
      /^table\.csv:11: writable: this property takes no commands/,
      /^table\.csv:12: writable: maybe is neither yes nor no/,
      /^table\.csv:13: name: is empty/,
      /^table\.csv:14: scale: 0 makes everything 0/,
      /^table\.csv:16: property: L has its power already/,
      /^table\.csv:17: words: off cannot be read/,
      /^table\.csv:18: has 13 cells, and there are 11 columns/,
    ];
    assert.equal(faults.length, lines.length, faults.join('\n'));
    for (const [index, line] of lines.entries()) assert.match(faults[index] ?? '', line);
  });

  test('is said of its columns, and of a quote that stays open', () => {
    assert.match(faultsOf('')[0] ?? '', /^table\.csv:1: is empty/);
    assert.match(
      faultsOf('nmae;room').join('\n'),
      /:1: there is no column nmae; did you mean name\?[\s\S]*:1: the columns name, component, property, address are missing/,
    );
    assert.match(faultsOf('name;name;component;property;address').join(), /the column name is there twice/);
    assert.deepEqual(faultsOf('name;component\nA;"b\n'), ['table.csv:2: a quote is opened and never closed']);
  });

  test('is told at most a hundred times', () => {
    const faults = faultsOf(
      ['name,component,property,address', ...Array.from({ length: 500 }, () => 'A,toaster,x,1')].join('\n'),
    );

    assert.deepEqual([faults.length, faults[100]], [101, 'table.csv: and 900 more']);
  });
});
