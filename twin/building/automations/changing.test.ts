import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const lamp = (cid: 'C1' | 'C2', value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;
const motion = { when: 'change', cid: 'C3', property: 'motion', to: true } as const;
const gale = { when: 'threshold', cid: 'C4', property: 'speed', above: 12 } as const;
const anyGust = { when: 'change', cid: 'C4', property: 'speed' } as const;

const change = (house: RehearsalHouse, id: number, record: Partial<Omit<AutomationRecord, 'id'>>) => {
  const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  assert.ok(outcome.ok, JSON.stringify(outcome));
};
const results = (house: RehearsalHouse, id: number) => house.twin.runsOf(id).map((run) => run.result);
const events = (house: RehearsalHouse) =>
  house.journal
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'automation')
    .map(({ event, run, result }) => [event, run, ...(result === undefined ? [] : [result])].join(' '));

describe('changing an automation', () => {
  test('by a new name loses nothing of what its triggers are waiting for', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [{ ...gale, for: 60 }], actions: [lamp('C1', true)] });
    house.says('C4', 'speed', 13);
    house.passes(50);

    change(house, id, { name: 'Storm' });
    house.passes(11);

    assert.deepEqual(results(house, id), ['done']);
  });

  test('by another trigger ends what the old one was waiting for', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [{ ...gale, for: 60 }], actions: [] });
    house.says('C4', 'speed', 13);
    house.passes(50);

    change(house, id, { triggers: [{ ...gale, above: 20, for: 60 }] });
    house.passes(60);
    assert.deepEqual(results(house, id), []);
    house.says('C4', 'speed', 21);
    house.passes(60);

    assert.deepEqual(results(house, id), ['done']);
  });

  test('while it is switched off forgets what it was waiting for, and what is exceeded has to come back first', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [gale], actions: [] });
    change(house, id, { enabled: false });
    house.says('C4', 'speed', 13);
    change(house, id, { enabled: true });

    house.says('C4', 'speed', 14);
    assert.deepEqual(results(house, id), []);
    house.says('C4', 'speed', 10);
    house.says('C4', 'speed', 14);

    assert.deepEqual(results(house, id), ['done']);
  });

  test('leaves a run that is under way as it began', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [motion], actions: [{ do: 'wait', seconds: 10 }, lamp('C1', true)] });
    house.says('C3', 'motion', 1);

    change(house, id, { actions: [lamp('C2', true)] });
    house.passes(11);

    assert.equal(house.value('C1', 'state'), true);
    assert.equal(house.value('C2', 'state'), false);
  });

  test('switching it off ends its runs, also those that wait for their turn', () => {
    const house = rehearsalHouse();
    const id = house.add({ mode: 'queued', triggers: [anyGust], actions: [{ do: 'wait', seconds: 10 }] });
    for (const speed of [1, 2, 3]) house.says('C4', 'speed', speed);

    change(house, id, { enabled: false });
    house.passes(60);

    assert.deepEqual(results(house, id), ['stopped', 'stopped', 'stopped']);
    assert.deepEqual(events(house), [
      ...['started 1', 'queued 2', 'queued 3'],
      ...['ended 2 stopped', 'ended 3 stopped', 'ended 1 stopped'],
    ]);
  });

  test('is possible although a scene that it means was removed', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [motion], actions: [{ do: 'scene', scene: 1 }, lamp('C2', true)] });
    house.twin.configure({ collection: 'scenes', action: 'remove', id: 1 }, OWNER);

    change(house, id, { name: 'Still here' });
    house.says('C3', 'motion', 1);
    house.passes(1);

    assert.deepEqual(
      house.twin.runsOf(id)[0]?.actions.map(({ outcome }) => outcome),
      ['refused', 'sent'],
    );
    const record = { actions: [{ do: 'scene', scene: 77 }] } as const;
    const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
    assert.equal(outcome.ok, false, 'but it cannot mean another one that is not there');
  });
});
