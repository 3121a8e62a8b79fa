import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const lamp = (cid: 'C1' | 'C2', value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;
const motion = { when: 'change', cid: 'C3', property: 'motion', to: true } as const;
const _gale = { when: 'threshold', cid: 'C4', property: 'speed', above: 12 } as const;
const anyGust = { when: 'change', cid: 'C4', property: 'speed' } as const;

const _change = (house: RehearsalHouse, id: number, record: Partial<Omit<AutomationRecord, 'id'>>) => {
  const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  assert.ok(outcome.ok, JSON.stringify(outcome));
};
const results = (house: RehearsalHouse, id: number) => house.twin.runsOf(id).map((run) => run.result);
const events = (house: RehearsalHouse) =>
  house.journal
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'automation')
    .map(({ event, run, result }) => [event, run, ...(result === undefined ? [] : [result])].join(' '));

describe('runs', () => {
  test('in a queue begin one after the other, each exactly once', () => {
    const house = rehearsalHouse();
    const id = house.add({ mode: 'queued', limit: 2, triggers: [anyGust], actions: [{ do: 'wait', seconds: 10 }] });
    for (const speed of [1, 2, 3, 4]) house.says('C4', 'speed', speed);
    assert.deepEqual(results(house, id), ['running', 'queued', 'queued', 'busy']);
    house.passes(60);

    assert.deepEqual(results(house, id), ['done', 'done', 'done', 'busy']);
    assert.deepEqual(events(house), [
      ...['started 1', 'queued 2', 'queued 3', 'busy 4'],
      ...['ended 1 done', 'started 2', 'ended 2 done', 'started 3', 'ended 3 done'],
    ]);
  });

  test('that wait go on when a scene that ends at once has run', () => {
    const house = rehearsalHouse();
    const steps = [{ cid: 'C2', property: 'state', value: true }] as const;
    house.twin.configure({ collection: 'scenes', action: 'add', record: { name: 'One', rooms: [], steps } }, OWNER);
    const id = house.add({
      triggers: [motion],
      actions: [{ do: 'wait', seconds: 5 }, { do: 'scene', scene: 2 }, lamp('C1', true)],
    });

    house.says('C3', 'motion', 1);
    house.passes(6);

    assert.deepEqual(results(house, id), ['done']);
    assert.equal(house.value('C1', 'state'), true);
  });

  test('that wait for a time of day go on with the minute, and give up at their limit', () => {
    const house = rehearsalHouse('2026-06-01T10:00:30Z');
    const until = (after: string, limit: number, otherwise: 'go on' | 'stop') => ({
      triggers: [motion],
      actions: [{ do: 'waitFor', condition: { if: 'time', after }, limit, otherwise } as const, lamp('C1', true)],
    });
    const ids = [until('12:02', 600, 'stop'), until('13:00', 90, 'stop'), until('13:00', 90.0004, 'go on')].map(
      (record) => house.add(record),
    );

    house.says('C3', 'motion', 1);
    house.passes(300);

    assert.deepEqual(
      ids.map((id) => house.twin.runsOf(id).map(({ result, started, ended }) => [result, Number(ended) - started])[0]),
      [
        ['done', 90_000],
        ['stopped', 90_000],
        ['done', 90_000],
      ],
    );
  });

  test('are at most a stated number in all, and one more is turned away', () => {
    const house = rehearsalHouse();
    const most = LIMITS.automationRunsInAll.value;
    const ids = Array.from({ length: most + 1 }, () =>
      house.add({ triggers: [motion], actions: [{ do: 'wait', seconds: 1 }] }),
    );

    house.says('C3', 'motion', 1);
    const last = ids.at(-1) ?? 0;
    assert.deepEqual(results(house, last), ['limit']);
    house.passes(2);
    house.says('C3', 'motion', 0);
    house.says('C3', 'motion', 1);
    house.passes(2);

    assert.deepEqual(results(house, ids[0] ?? 0), ['done', 'done']);
    assert.deepEqual(results(house, last), ['limit', 'limit']);
  });

  test('take a stated number of steps, rounds and commands, and no more', () => {
    const house = rehearsalHouse();
    const still = { if: 'value', cid: 'C3', property: 'motion', is: true } as const;
    const round = (times: number, actions: AutomationRecord['actions']) => ({ do: 'repeat', times, actions }) as const;
    const nothing = { do: 'choose', options: [{ conditions: [{ not: still }], actions: [] }] } as const;
    const [steps, commands, rounds] = [
      [round(1_000, [round(1_000, [nothing])])],
      [round(1_000, [lamp('C1', true), lamp('C1', false)])],
      [{ do: 'repeat', while: still, actions: [nothing] } as const, lamp('C2', true)],
    ].map((actions) => house.add({ triggers: [motion], actions }));

    house.says('C3', 'motion', 1);

    assert.deepEqual(results(house, steps ?? 0), ['limit']);
    assert.deepEqual(results(house, commands ?? 0), ['limit']);
    assert.deepEqual(results(house, rounds ?? 0), ['done']);
    const sent = house.journal.filter((line) => line.includes('"kind":"command"') && line.includes('"C1"'));
    assert.equal(sent.length, LIMITS.automationCommands.value);
  });
});
