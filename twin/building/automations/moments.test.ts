import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rehearsalHouse } from './rehearsal-house.test.ts';

const on = { do: 'set', cid: 'C1', property: 'state', value: true } as const;

describe('a time of day', () => {
  test('half past two does not exist on the night of spring, and the rule runs when the gap ends', () => {
    const house = rehearsalHouse('2026-03-28T22:00:00Z');
    const id = house.add({ triggers: [{ when: 'time', at: '02:30' }], actions: [on] });

    house.until('2026-03-29T12:00:00Z');

    assert.deepEqual(
      house.twin.runsOf(id).map((run) => new Date(run.started).toISOString()),
      ['2026-03-29T01:00:00.000Z'],
    );
  });

  test('half past two comes twice on the night of autumn, and the rule runs the first time', () => {
    const house = rehearsalHouse('2026-10-24T22:00:00Z');
    const id = house.add({ triggers: [{ when: 'time', at: '02:30' }], actions: [on] });

    house.until('2026-10-25T12:00:00Z');

    assert.deepEqual(
      house.twin.runsOf(id).map((run) => new Date(run.started).toISOString()),
      ['2026-10-25T00:30:00.000Z'],
    );
  });

  test('weekdays are those of the house', () => {
    const house = rehearsalHouse('2026-06-05T12:00:00Z');
    const id = house.add({ triggers: [{ when: 'time', at: '00:30', weekdays: ['sat'] }], actions: [on] });

    house.until('2026-06-13T12:00:00Z');

    assert.deepEqual(
      house.twin.runsOf(id).map((run) => new Date(run.started).toISOString()),
      ['2026-06-05T22:30:00.000Z', '2026-06-12T22:30:00.000Z'],
    );
  });

  test('half an hour before sunset comes half an hour before sunset', () => {
    const house = rehearsalHouse('2026-12-20T16:00:00Z');
    const id = house.add({ triggers: [{ when: 'sun', event: 'sunset', offset: -1_800 }], actions: [on] });

    house.until('2026-12-21T20:00:00Z');

    const [run] = house.twin.runsOf(id);
    assert.ok(run);
    assert.ok(Math.abs(run.started - Date.parse('2026-12-21T14:24:00Z')) < 60_000);
  });
});
