import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readProjectFile } from '../../../hardware/knx/project/read-project-file.ts';
import { type Plan, type PlannedAddress, projectFile } from '../../../property-tests/ets-project.ts';
import { left, named, proposed, shown } from '../../../property-tests/proposed-knx.ts';
import { proposeKnx } from './propose-knx.ts';

describe('where addresses belong', () => {
  test('counts by the range where the name says nothing of its purpose', async () => {
    const addresses: readonly PlannedAddress[] = [
      { group: 1, name: 'Decke', type: 'DPST-1-1', ranges: ['Licht', 'Schalten'] },
      { group: 2, name: 'Decke', type: 'DPST-1-1', ranges: ['Licht', 'Rückmeldungen'] },
    ];
    assert.deepEqual(shown(await proposed({ addresses })), [
      { type: 'switch', name: 'Decke', points: { state: { write: '0/0/1', status: '0/0/2', dpt: '1.001' } } },
    ]);
  });

  test('of one name in several ranges make several components, in one range none', async () => {
    const of = (group: number, inner: string): PlannedAddress => ({
      group,
      name: 'Decke schalten',
      type: 'DPST-1-1',
      ranges: ['Licht', inner],
    });
    const apart = await proposed({ addresses: [of(1, 'Bad'), of(2, 'Flur')] });
    const together = await proposed({ addresses: [of(1, 'Bad'), of(2, 'Bad')] });

    assert.deepEqual(
      apart.components.map(({ points }) => points.state?.write),
      ['0/0/1', '0/0/2'],
    );
    assert.equal(together.components.length, 0);
    assert.match(Object.values(left(together)).join(), /does the same as another address of its name/);
  });

  test('of one name in one range are told apart by all but the last part of their names', async () => {
    const proposal = await proposed({
      addresses: named(
        ['Button1.up.ON/OFF', 'DPST-1-1'],
        ['Button1.up.STATE', 'DPST-1-1'],
        ['Button1.down.ON/OFF', 'DPST-1-1'],
        ['Button1.down.STATE', 'DPST-1-1'],
        ['CH-8 : OnOff', 'DPST-1-1'],
        ['CH-8 - Dimming : OnOff', 'DPST-1-1'],
        ['CH-8 - Dimming : Dimming Value', 'DPST-5-1'],
      ),
    });
    assert.deepEqual(
      proposal.components.map(({ type, name, points }) => [type, name, points.state]),
      [
        ['switch', 'Button1 up', { write: '1/0/0', status: '1/0/1', dpt: '1.001' }],
        ['switch', 'Button1 down', { write: '1/0/2', status: '1/0/3', dpt: '1.001' }],
        ['switch', 'CH 8', { write: '1/0/4', dpt: '1.001' }],
        ['dimmer', 'CH 8 Dimming', { write: '1/0/5', dpt: '1.001' }],
      ],
    );
    assert.deepEqual(left(proposal), {});
  });

  test('put a component into the room that is named, by its floor if several have that name', async () => {
    const floor = (name: string) => ({
      type: 'Floor',
      name,
      spaces: [
        { type: 'Room', name: 'Bad' },
        { type: 'Room', name: 'Bad Gäste' },
      ],
    });
    const addresses = named(
      ['EG Bad Licht', 'DPST-1-1'],
      ['OG Bad Gäste Licht', 'DPST-1-1'],
      ['Bad Spiegel', 'DPST-1-1'],
      ['Badlampe', 'DPST-1-1'],
    );
    const { components, rooms } = await proposed({
      addresses,
      spaces: [{ type: 'Building', name: 'Haus', spaces: [floor('EG'), floor('OG')] }],
    });

    assert.deepEqual(
      rooms.map(({ id, name, zones }) => [id, name, zones[0]]),
      [
        [1, 'Bad', 1],
        [2, 'Bad Gäste', 1],
        [3, 'Bad', 2],
        [4, 'Bad Gäste', 2],
      ],
    );
    assert.deepEqual(
      components.map((component) => component.rooms),
      [[1], [4], [], []],
    );
  });

  test('leave a sensor in the room where its device is', async () => {
    const plan: Plan = {
      addresses: named(['Fühler 7', 'DPST-9-1'], ['Aktor 7', 'DPST-1-1']),
      spaces: [{ type: 'Room', name: 'Keller', devices: [0] }],
      devices: [
        {
          objects: [
            { ref: 'O-1_R-1', links: [0] },
            { ref: 'O-2_R-2', links: [1] },
          ],
        },
      ],
    };
    assert.deepEqual(
      (await proposed(plan)).components.map(({ rooms }) => rooms),
      [[1], []],
    );
  });

  test('say never to ask a device that does not answer', async () => {
    const plan: Plan = {
      addresses: named(['Fühler', 'DPST-9-1']),
      devices: [{ objects: [{ ref: 'O-1_R-1', flags: 'ReadFlag="Disabled" TransmitFlag="Enabled"', links: [0] }] }],
    };
    assert.deepEqual((await proposed(plan)).components[0]?.points, {
      temperature: { status: '1/0/0', read: 'never', dpt: '9.001' },
    });
  });

  test('are listed as people find them in ETS', async () => {
    const listed = async (style: 'Free' | 'TwoLevel' | 'ThreeLevel') =>
      Object.keys(left(await proposed({ style, addresses: [{ group: 2563, name: 'Szene', type: 'DPST-17-1' }] })));

    assert.deepEqual(await listed('ThreeLevel'), ['1/2/3 Szene']);
    assert.deepEqual(await listed('TwoLevel'), ['1/2/3 (1/515 in ETS) Szene']);
    assert.deepEqual(await listed('Free'), ['1/2/3 (2563 in ETS) Szene']);
  });

  test('make nothing of one thing with others that are called by one letter', async () => {
    const { components } = await proposed({
      addresses: named(['Switch #A', 'DPST-1-1'], ['Color #A', 'DPST-232-600'], ['Target #A', 'DPST-9-1']),
    });
    assert.deepEqual(
      components.map(({ type, name }) => [type, name]),
      [
        ['switch', 'Switch #A'],
        ['color-light', 'Color #A'],
        ['thermostat', 'Target #A'],
      ],
    );
  });

  test('are looked at a few times each, however many have one name', async () => {
    const count = 500;
    const plan: Plan = {
      addresses: named(...Array.from({ length: count }, () => ['Bad Temperatur', 'DPST-9-1'] as const)),
    };
    let looks = 0;
    const project = await readProjectFile(await projectFile(plan, 22));
    const addresses = project.addresses.map((address) => ({
      ...address,
      get objects() {
        looks += 1;
        return [{ space: null, sends: false, flags: { read: false, write: true, transmit: false } }];
      },
    }));
    proposeKnx({ ...project, addresses }, 'knx');

    assert.ok(looks < 20 * count, `${looks} looks at ${count} addresses`);
  });

  test('say nothing of an address with KNX Data Secure but that it is one', async () => {
    const proposal = await proposed({ addresses: [{ group: 2563, name: 'Licht', type: 'DPST-1-1', key: 'a2V5' }] });

    assert.deepEqual(
      [proposal.components, proposal.unplaced],
      [
        [],
        [
          {
            what: '1/2/3 Licht',
            why: 'is encrypted on the bus (KNX Data Secure), which the controller does not speak',
          },
        ],
      ],
    );
  });
});
