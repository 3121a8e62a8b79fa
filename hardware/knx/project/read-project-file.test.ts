import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Plan, projectFile } from '../../../property-tests/ets-project.ts';
import { PLAN } from '../../../property-tests/planned-house.ts';
import { NEWEST_SCHEMA, readProjectFile } from './read-project-file.ts';

describe('a project file of ETS', () => {
  for (const [ets, schema] of [
    [4, 11],
    [5, 14],
    [5, 20],
    [6, 21],
    [6, 23],
  ] as const) {
    for (const password of [undefined, 'Pässwort 1'] as const) {
      test(`of ETS ${ets}, format ${schema}, ${password ? 'protected' : 'open'}, says what was planned`, async () => {
        const project = await readProjectFile(await projectFile(PLAN, schema, password), password);

        assert.deepEqual([project.name, project.schema, project.style], ['Haus "Süd" & Co', schema, 'ThreeLevel']);
        assert.deepEqual(
          project.addresses.map(({ group, name, description, ranges, types, isSecure }) => [
            group,
            name,
            description,
            ranges,
            types,
            isSecure,
          ]),
          [
            [0x0801, 'Licht Küche schalten', '', ['Licht', 'Erdgeschoss'], ['1.001'], false],
            [0x0802, 'Licht Küche Status', '', ['Licht', 'Erdgeschoss'], ['1.011', '1'], false],
            [65_535, 'Temperatur', 'an der Tür', ['Klima', 'Werte'], ['9.001'], false],
            [1, 'Geheim', '', ['Klima', 'Werte'], ['1.001'], true],
          ],
        );
        assert.deepEqual(
          project.spaces.map(({ type, name, parent }) => [
            type,
            name,
            project.spaces.find(({ id }) => id === parent)?.name,
          ]),
          [
            ['Building', 'Haus', undefined],
            ['Floor', 'EG', 'Haus'],
            ['Room', 'Küche', 'EG'],
          ],
        );
        const [light] = project.functions;
        assert.deepEqual([light?.type, light?.name, light?.space], ['FT-1', 'Deckenlicht', project.spaces[2]?.id]);
        const [first, second, sensor] = project.addresses;
        assert.deepEqual(light?.members, [
          { address: first?.id, role: 'SwitchOnOff' },
          { address: second?.id, role: 'InfoOnOff' },
        ]);
        const kitchen = project.spaces[2]?.id;
        const flags = { read: true, write: false, transmit: true };
        assert.deepEqual(sensor?.objects, [{ space: kitchen, sends: true, flags }]);
        assert.deepEqual(first?.objects, [{ space: kitchen, sends: false, flags }]);
        assert.deepEqual(project.doubts, []);
      });
    }
  }

  test('may have another style of addresses', async () => {
    for (const style of ['TwoLevel', 'Free'] as const) {
      assert.equal((await readProjectFile(await projectFile({ ...PLAN, style }, 22))).style, style);
    }
  });

  test('names objects of modules by their instance, and the program by their definition', async () => {
    const program = 'M-0083_A-00ED-10-33FD';
    const attributes = 'DatapointType="DPST-5-1"';
    for (const [ref, definition] of [
      ['MD-2_M-3_MI-1_O-2-1_R-4', 'MD-2_O-2-1_R-4'],
      ['MD-4_M-15_MI-1_SM-1_M-1_MI-1-1-2_SM-1_O-3-1_R-2', 'MD-4_SM-1_O-3-1_R-2'],
    ] as const) {
      const plan: Plan = {
        addresses: [{ group: 5, name: 'Wert' }],
        devices: [{ program, objects: [{ ref, links: [0] }] }],
        programs: { [program]: [{ ref: definition, attributes }] },
      };
      const { addresses } = await readProjectFile(await projectFile(plan, 22));
      assert.deepEqual(addresses[0]?.types, ['5.001'], ref);
    }
  });

  test('of a newer format is read and doubted', async () => {
    const { addresses, doubts } = await readProjectFile(await projectFile(PLAN, NEWEST_SCHEMA + 2));

    assert.equal(addresses.length, 4);
    assert.match(doubts.join(), /its format 25 is newer than the newest that is known \(23\)/);
  });

  test('with addresses that are none says so of each, and has the rest', async () => {
    const plan: Plan = {
      addresses: [
        { group: 0, name: 'Null' },
        { group: 65_536, name: 'Zu hoch' },
        { group: 7, name: 'Gut' },
      ],
    };
    const { addresses, doubts } = await readProjectFile(await projectFile(plan, 20));

    assert.deepEqual(
      addresses.map(({ name }) => name),
      ['Gut'],
    );
    assert.deepEqual(doubts, [
      '"Null" has the address "0", which is none',
      '"Zu hoch" has the address "65536", which is none',
    ]);
  });
});
