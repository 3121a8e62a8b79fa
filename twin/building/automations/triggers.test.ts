import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const lamp = (cid: 'C1' | 'C2', value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;
const motion = { when: 'change', cid: 'C3', property: 'motion', to: true } as const;
const gale = { when: 'threshold', cid: 'C4', property: 'speed', above: 12 } as const;
const anyGust = { when: 'change', cid: 'C4', property: 'speed' } as const;

const _change = (house: RehearsalHouse, id: number, record: Partial<Omit<AutomationRecord, 'id'>>) => {
  const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  assert.ok(outcome.ok, JSON.stringify(outcome));
};
const results = (house: RehearsalHouse, id: number) => house.twin.runsOf(id).map((run) => run.result);
const _events = (house: RehearsalHouse) =>
  house.journal
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'automation')
    .map(({ event, run, result }) => [event, run, ...(result === undefined ? [] : [result])].join(' '));

describe('the sun', () => {
  test('that stays away for months is waited for', () => {
    const house = rehearsalHouse('2026-10-15T00:00:00Z', { place: { latitude: 78.2, longitude: 15.6 } });
    const id = house.add({ triggers: [{ when: 'sun', event: 'sunrise' }], actions: [] });

    house.until('2026-12-31T00:00:00Z');
    const before = house.twin.runsOf(id).at(-1)?.started ?? 0;
    assert.equal(new Date(before).toISOString().slice(0, 7), '2026-10', 'the last sunrise of the year');
    house.until('2027-02-20T00:00:00Z');

    assert.ok((house.twin.runsOf(id).at(-1)?.started ?? 0) > Date.parse('2027-02-10T00:00:00Z'));
  });

  test('that never rises is looked for again, and nothing runs', () => {
    const house = rehearsalHouse('2026-01-01T00:00:00Z', { place: { latitude: 90, longitude: 0 } });
    const id = house.add({ triggers: [{ when: 'sun', event: 'sunrise' }], actions: [] });

    house.until('2029-01-01T00:00:00Z');

    assert.deepEqual(house.twin.runsOf(id), []);
    assert.equal(house.twin.state().automations.agenda.appointments.length, 1);
  });
});

describe('traces', () => {
  test('of an automation are the latest, and those of all have a limit, too', () => {
    const house = rehearsalHouse();
    const many = Array.from({ length: 99 }, () => ({ if: 'value', cid: 'C4', property: 'speed', above: -1 }) as const);
    const ids = Array.from({ length: 60 }, () => house.add({ triggers: [anyGust], conditions: many }));

    for (let speed = 1; speed <= 30; speed += 1) house.says('C4', 'speed', speed);

    const traces = ids.flatMap((id) => house.twin.runsOf(id));
    const lines = traces.reduce((sum, { conditions, actions }) => sum + conditions.length + actions.length, 0);
    assert.ok(ids.every((id) => house.twin.runsOf(id).length <= LIMITS.automationTraces.value));
    assert.ok(lines <= LIMITS.automationTraceLinesInAll.value && lines > 80_000, `${lines} lines`);
    assert.deepEqual(house.twin.state().automations.runs.traces.length, traces.length);
  });
});

describe('a start of the controller', () => {
  test('is told once, and only where an automation waits for it', () => {
    const house = rehearsalHouse();
    const before = house.journal.length;
    house.twin.started();
    assert.equal(house.journal.length, before);

    const id = house.add({ triggers: [{ when: 'start' }], actions: [lamp('C1', true)] });
    house.twin.started();

    assert.deepEqual(results(house, id), ['done']);
    assert.equal(house.journal.filter((line) => line.includes('"event":"asked","trigger":"start"')).length, 1);
  });

  test('begins with what there is: the first value of all is no change', () => {
    const house = rehearsalHouse('2026-06-01T10:00:00Z', { silent: true });
    const ids = [gale, anyGust, motion].map((trigger) => house.add({ triggers: [trigger], actions: [] }));

    house.says('C4', 'speed', 13);
    house.says('C3', 'motion', 1);
    assert.deepEqual(
      ids.flatMap((id) => results(house, id)),
      [],
    );
    house.says('C4', 'speed', 11);
    house.says('C4', 'speed', 13);

    assert.deepEqual(
      ids.map((id) => results(house, id).length),
      [1, 2, 0],
    );
  });
});

test('automations that are all off do not run because somebody asks, either', () => {
  const house = rehearsalHouse();
  const id = house.add({ actions: [lamp('C1', true)] });
  const record = { enabled: false };
  house.twin.configure({ collection: 'skills', action: 'set', id: 'automations', record }, OWNER);
  const before = house.journal.length;

  assert.equal(house.twin.runAutomation(id, OWNER), null);
  assert.equal(house.journal.length, before);
});
