import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlannedAddress } from '../../../property-tests/ets-project.ts';
import { proposed } from '../../../property-tests/proposed-knx.ts';
import { random } from '../../../twin/index.ts';
import { groupsOf } from './propose-knx.ts';

describe('whatever a project holds', () => {
  const NAMES = [
    'Licht',
    'Bad',
    'Küche',
    'schalten',
    'Status',
    'dimmen',
    'Wert',
    'auf/ab',
    'Stopp',
    'Position',
    'Lamelle',
    'Temperatur',
    'Soll',
    'Kontakt',
    'Regen',
    'Leistung',
    '',
    '#',
    ': -',
    "'",
    '"x',
    'RM',
    '\n',
  ];
  const TYPES = [
    'DPST-1-1',
    'DPST-1-8',
    'DPST-1-7',
    'DPST-1-19',
    'DPST-1-11',
    'DPT-1',
    'DPST-3-7',
    'DPST-5-1',
    'DPT-5',
    'DPST-9-1',
    'DPST-9-5',
    'DPST-14-56',
    'DPST-13-10',
    'DPST-20-102',
    'DPST-7-600',
    'DPST-232-600',
    'DPST-16-0',
    '',
    'nonsense',
    'DPST-1-1 DPST-5-1',
  ];
  const ROLES = [
    'SwitchOnOff',
    'InfoOnOff',
    'DimmingValue',
    'InfoDimmingValue',
    'MoveUpDown',
    'TempRoom',
    'TempRoomSetpoint',
    'HVACMode',
    'ValveSwitch',
    '',
    'Other',
  ];

  test('the proposal is accepted, and every address is in it or listed with its reason', async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const chance = random(`project ${seed}`);
      const one = (list: readonly string[]): string => list[chance.integer(0, list.length - 1)] ?? '';
      const count = chance.integer(1, 60);
      const addresses = Array.from(
        { length: count },
        (_, index): PlannedAddress => ({
          group: 1 + index * 37,
          name: [one(NAMES), one(NAMES), one(NAMES)].join(' '),
          type: one(TYPES),
          ranges: [one(NAMES), one(NAMES)],
          ...(chance.next() < 0.05 ? { key: 'a2V5' } : {}),
        }),
      );
      const functions = Array.from({ length: chance.integer(0, 6) }, () => ({
        type: `FT-${chance.integer(0, 9)}`,
        name: one(NAMES),
        members: Array.from(
          { length: chance.integer(0, 6) },
          () => [one(ROLES), chance.integer(0, count - 1)] as const,
        ),
      }));
      const proposal = await proposed({
        addresses,
        spaces: [
          { type: 'Room', name: one(NAMES), functions },
          { type: 'Floor', name: 'Bad' },
        ],
      });

      const used = new Set(proposal.components.flatMap(({ points }) => Object.values(points).flatMap(groupsOf)));
      const listed = new Set(proposal.unplaced.map(({ what }) => what.split(' ')[0] ?? ''));
      for (const { group } of addresses) {
        const written = `${group >> 11}/${(group >> 8) & 7}/${group & 255}`;
        assert.equal(Number(used.has(written)) + Number(listed.has(written)), 1, `seed ${seed}: ${written}`);
      }
    }
  });
});
