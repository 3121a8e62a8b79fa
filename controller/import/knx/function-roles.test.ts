import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Plan } from '../../../property-tests/ets-project.ts';
import { left, named, proposed, shown } from '../../../property-tests/proposed-knx.ts';

describe('what functions of a project say', () => {
  const house: Plan = {
    addresses: named(
      ['a', 'DPST-1-1'],
      ['b', 'DPST-1-11'],
      ['c', 'DPST-3-7'],
      ['d', 'DPST-5-1'],
      ['e', 'DPST-5-1'],
      ['f', 'DPST-1-8'],
      ['g', 'DPST-1-7'],
      ['h', 'DPST-1-5'],
      ['i', 'DPST-9-1'],
      ['j', 'DPST-9-1'],
      ['k', 'DPST-5-1'],
      ['l', 'DPST-20-102'],
      ['m', 'DPST-1-19'],
    ),
    spaces: [
      {
        type: 'Building',
        name: 'House',
        spaces: [
          {
            type: 'Floor',
            name: 'Ground floor',
            spaces: [
              {
                type: 'Room',
                name: 'Kitchen',
                functions: [
                  {
                    type: 'FT-6',
                    name: 'Table',
                    members: [
                      ['SwitchOnOff', 0],
                      ['InfoOnOff', 1],
                      ['DimmingControl', 2],
                      ['DimmingValue', 3],
                      ['InfoDimmingValue', 4],
                    ],
                  },
                  {
                    type: 'FT-7',
                    name: 'Window',
                    members: [
                      ['MoveUpDown', 5],
                      ['StopStepUpDown', 6],
                      ['WindAlarm', 7],
                    ],
                  },
                  {
                    type: 'FT-9',
                    name: 'Heating',
                    members: [
                      ['TempRoom', 8],
                      ['TempRoomSetpoint', 9],
                      ['ValvePosition', 10],
                      ['HVACMode', 11],
                      ['WindowStatus', 12],
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };

  test('are components in their rooms', async () => {
    const proposal = await proposed(house);

    assert.deepEqual(
      [proposal.zones, proposal.rooms],
      [[{ id: 1, name: 'Ground floor' }], [{ id: 1, name: 'Kitchen', zones: [1] }]],
    );
    assert.ok(proposal.components.every(({ rooms }) => rooms.join() === '1'));
    assert.deepEqual(shown(proposal), [
      {
        type: 'dimmer',
        name: 'Table',
        points: {
          state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' },
          brightness: { write: '1/0/3', status: '1/0/4', dpt: '5.001' },
        },
      },
      {
        type: 'shutter',
        name: 'Window',
        points: { position: { write: '1/0/5', dpt: '1.008' }, stop: { write: '1/0/6', dpt: '1.007' } },
      },
      {
        type: 'thermostat',
        name: 'Heating',
        points: {
          temperature: { status: '1/0/8', dpt: '9.001' },
          setpoint: { write: '1/0/9', dpt: '9.001' },
          valve: { status: '1/0/10', dpt: '5.001' },
          mode: {
            write: '1/0/11',
            dpt: '20.102',
            words: { off: 'protection', comfort: 'comfort', economy: ['economy', 'standby'] },
          },
        },
      },
      { type: 'window-contact', name: 'Heating', points: { open: { status: '1/0/12', dpt: '1.019' } } },
    ]);
    assert.deepEqual(left(proposal), {
      '1/0/2 c': 'is not needed: the brightness is commanded as a value',
      '1/0/7 h': 'is an alarm that a device looks after by itself',
    });
  });

  test('have types, where an address has none of its own', async () => {
    const untyped = { ...house, addresses: house.addresses.map(({ group, name }) => ({ group, name })) };
    const { components } = await proposed(untyped);

    assert.deepEqual(components[0]?.points, {
      state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' },
      brightness: { write: '1/0/3', status: '1/0/4', dpt: '5.001' },
    });
  });

  test('of a dimmer before ETS 5.5 have a value that is commanded', async () => {
    const plan: Plan = {
      addresses: named(['x', 'DPST-5-1']),
      spaces: [
        { type: 'Room', name: 'R', functions: [{ type: 'FT-2', name: 'Old', members: [['InfoDimmingValue', 0]] }] },
      ],
    };
    assert.deepEqual(shown(await proposed(plan)), [
      { type: 'dimmer', name: 'Old', points: { brightness: { write: '1/0/0', dpt: '5.001' } } },
    ]);
  });

  test('of early versions of ETS 5 have the names that they had', async () => {
    const plan: Plan = {
      addresses: named(['a', 'DPST-1-1'], ['b', 'DPST-1-1'], ['c', 'DPST-3-7'], ['d', 'DPST-5-1']),
      spaces: [
        {
          type: 'Room',
          name: 'R',
          functions: ['DimmableLight', 'FT-2'].map((type) => ({
            type,
            name: type,
            members: [
              ['SwitchOnOff', 0],
              ['InfoOnOff', 1],
              ['RelativeSetvalueControl', 2],
              ['ActualDimmingValue', 3],
            ],
          })),
        },
      ],
    };
    const points = {
      state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' },
      brightness: { write: '1/0/3', dpt: '5.001' },
    };
    const proposal = await proposed(plan);

    assert.deepEqual(shown(proposal), [
      { type: 'dimmer', name: 'DimmableLight', points },
      { type: 'dimmer', name: 'FT-2', points },
    ]);
    assert.deepEqual(left(proposal), { '1/0/2 c': 'is not needed: the brightness is commanded as a value' });
  });

  test('of a function for a socket make one, whatever it is called', async () => {
    const plan: Plan = {
      addresses: named(['x', 'DPST-1-1']),
      spaces: [
        { type: 'Room', name: 'R', functions: [{ type: 'FT-10', name: 'Pumpe', members: [['SwitchOnOff', 0]] }] },
      ],
    };
    assert.deepEqual(shown(await proposed(plan)), [
      { type: 'socket', name: 'Pumpe', points: { state: { write: '1/0/0', dpt: '1.001' } } },
    ]);
  });

  test('that two heatings share make one sensor, called by its own name', async () => {
    const heating = (name: string, temperature: number) => ({
      type: 'FT-9',
      name,
      members: [
        ['TempRoom', temperature],
        ['TempRoomSetpoint', 1],
        ['WindowStatus', 2],
      ] as const,
    });
    const plan: Plan = {
      addresses: named(
        ['Boden Temperatur', 'DPST-9-1'],
        ['Soll', 'DPST-9-1'],
        ['Bad Fensterkontakt', 'DPST-1-19'],
        ['Wand Temperatur', 'DPST-9-1'],
      ),
      spaces: [{ type: 'Room', name: 'Bad', functions: [heating('Boden', 0), heating('Wand', 3)] }],
    };
    assert.deepEqual(
      shown(await proposed(plan)).map(({ type, name }) => [type, name]),
      [
        ['thermostat', 'Boden'],
        ['window-contact', 'Bad Fensterkontakt'],
        ['thermostat', 'Wand'],
      ],
    );
  });

  test('without roles are told by types and names', async () => {
    const plan: Plan = {
      addresses: named(['Wohnen Decke schalten', 'DPST-1-1'], ['Wohnen Decke Status', 'DPST-1-1']),
      spaces: [
        {
          type: 'Room',
          name: 'R',
          functions: [
            {
              type: 'FT-0',
              name: 'Eigene',
              members: [
                ['', 0],
                ['', 1],
              ],
            },
          ],
        },
      ],
    };
    assert.deepEqual(shown(await proposed(plan)), [
      { type: 'switch', name: 'Eigene', points: { state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' } } },
    ]);
  });
});
