import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Plan } from '../../../property-tests/ets-project.ts';
import { left, named, proposed, type Rows, shown } from '../../../property-tests/proposed-knx.ts';

describe('what devices do with an address', () => {
  /** R, W and T are flags that are set, ? tells none; an object for each word. */
  const linked = (rows: Rows, flags: readonly string[], functions: Plan['spaces'] = []): Plan => ({
    addresses: named(...rows),
    spaces: functions,
    devices: flags.map((words, address) => ({
      objects: words
        .split(' ')
        .filter(Boolean)
        .map((set, index) => ({ ref: `O-${index}_R-1`, flags: set === '?' ? '' : flagsOf(set), links: [address] })),
    })),
  });
  const flagsOf = (set: string): string =>
    [
      ['Read', 'R'],
      ['Write', 'W'],
      ['Transmit', 'T'],
    ]
      .map(([name, letter = '']) => `${name}Flag="${set.includes(letter) ? 'Enabled' : 'Disabled'}"`)
      .join(' ');

  test('says that it takes no commands, if none of them listens', async () => {
    const proposal = await proposed(
      linked(
        [
          ['Switch 1 A', 'DPST-1-1'],
          ['Switch 1 S', 'DPST-1-1'],
        ],
        ['W WT', 'RT'],
      ),
    );
    assert.deepEqual(shown(proposal), [
      { type: 'switch', name: 'Switch 1 A', points: { state: { write: '1/0/0', dpt: '1.001' } } },
    ]);
    assert.deepEqual(left(proposal), {
      '1/0/1 Switch 1 S': 'tells the state of something whose command was not found',
    });
  });

  test('says less than two names of a command and its status: the actuator may be no device of KNX', async () => {
    const plan = linked(
      [
        ['Hue schalten', 'DPST-1-1'],
        ['Hue Status', 'DPST-1-1'],
      ],
      ['RT', 'RWT'],
    );
    assert.deepEqual(shown(await proposed(plan))[0]?.points, {
      state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' },
    });
  });

  test('says more than the roles of values, which are easily mistaken for one another', async () => {
    const plan = linked(
      [
        ['x', 'DPST-5-1'],
        ['y', 'DPST-5-1'],
      ],
      ['W', 'RT WT'],
      [
        {
          type: 'Room',
          name: 'R',
          functions: [
            {
              type: 'FT-6',
              name: 'Bar',
              members: [
                ['InfoDimmingValue', 0],
                ['DimmingValue', 1],
              ],
            },
          ],
        },
      ],
    );
    assert.deepEqual(shown(await proposed(plan))[0]?.points, {
      brightness: { write: '1/0/0', status: '1/0/1', dpt: '5.001' },
    });
  });

  test('says nothing of a value that is sent without being asked, as buttons and actuators both do', async () => {
    const plan = linked(
      [
        ['Bar Wert', 'DPST-5-1'],
        ['Bar Wert Status', 'DPST-5-1'],
      ],
      ['W T', 'W T'],
    );
    assert.deepEqual(shown(await proposed(plan))[0]?.points, {
      brightness: { write: '1/0/0', status: '1/0/1', read: 'never', dpt: '5.001' },
    });
  });

  test('says nothing of a value that a device is linked to whose flags are not known', async () => {
    const plan = linked(
      [
        ['Bar Wert', 'DPST-5-1'],
        ['Bar Wert Status', 'DPST-5-1'],
      ],
      ['? T', '? W'],
    );
    assert.deepEqual(shown(await proposed(plan))[0]?.points, {
      brightness: { write: '1/0/0', status: '1/0/1', dpt: '5.001' },
    });
  });

  test('says which of two temperatures is told, and which a thermostat listens to', async () => {
    const proposal = await proposed(
      linked(
        [
          ['Bad Temperatur', 'DPST-9-1'],
          ['Bad Isttemperatur', 'DPST-9-1'],
        ],
        ['RW', 'RT W'],
      ),
    );
    assert.deepEqual(shown(proposal), [
      { type: 'temperature-sensor', name: 'Bad', points: { temperature: { status: '1/0/1', dpt: '9.001' } } },
    ]);
    assert.deepEqual(left(proposal), {
      '1/0/0 Bad Temperatur': 'is listened to by devices, and another address of its name tells the same',
    });
  });

  test('says nothing where a button tells what it sends, or a display listens to what is told', async () => {
    const plan = linked(
      [
        ['Wandlicht', 'DPST-1-1'],
        ['Sollwert', 'DPST-9-1'],
      ],
      ['RT W', 'RT W'],
    );
    assert.deepEqual(
      (await proposed(plan)).components.map(({ points }) => points),
      [{ state: { write: '1/0/0', dpt: '1.001' } }, { setpoint: { write: '1/0/1', dpt: '9.001' } }],
    );
  });
});
