import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const lamp = (cid: 'C1' | 'C2', value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;
const motion = { when: 'change', cid: 'C3', property: 'motion', to: true } as const;
const _gale = { when: 'threshold', cid: 'C4', property: 'speed', above: 12 } as const;
const _anyGust = { when: 'change', cid: 'C4', property: 'speed' } as const;

const _change = (house: RehearsalHouse, id: number, record: Partial<Omit<AutomationRecord, 'id'>>) => {
  const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  assert.ok(outcome.ok, JSON.stringify(outcome));
};
const _results = (house: RehearsalHouse, id: number) => house.twin.runsOf(id).map((run) => run.result);
const events = (house: RehearsalHouse) =>
  house.journal
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'automation')
    .map(({ event, run, result }) => [event, run, ...(result === undefined ? [] : [result])].join(' '));

describe('loops', () => {
  const ends = (house: RehearsalHouse, atMost: number) => {
    assert.ok(events(house).some((event) => event.startsWith('loop')));
    assert.ok(events(house).length < atMost, `${events(house).length} events`);
  };

  test('through a scene are found', () => {
    const house = rehearsalHouse();
    const steps = [{ cid: 'C2', property: 'state', value: true }] as const;
    house.twin.configure({ collection: 'scenes', action: 'add', record: { name: 'One', rooms: [], steps } }, OWNER);
    house.add({ triggers: [motion, { when: 'scene', scene: 2 }], actions: [{ do: 'scene', scene: 2 }] });

    house.says('C3', 'motion', 1);
    house.passes(60);

    ends(house, 100);
  });

  test('that branch are found before they fill the house', () => {
    const house = rehearsalHouse();
    const steps = [{ cid: 'C2', property: 'state', value: true }] as const;
    house.twin.configure({ collection: 'scenes', action: 'add', record: { name: 'One', rooms: [], steps } }, OWNER);
    house.add({ triggers: [motion], actions: [{ do: 'scene', scene: 2 }] });
    for (let count = 0; count < 8; count += 1) {
      const again = { triggers: [{ when: 'scene', scene: 2 }], actions: [{ do: 'scene', scene: 2 }] } as const;
      house.add({ ...again, mode: 'parallel' });
    }

    house.says('C3', 'motion', 1);
    house.passes(60);

    const started = events(house).filter((event) => event.startsWith('started')).length;
    assert.equal(started, LIMITS.automationFamily.value);
    ends(house, 20 * LIMITS.automationFamily.value);
  });

  test('that hold for a moment in between are found', () => {
    const house = rehearsalHouse();
    const hold = (value: boolean) => ({ when: 'change', cid: 'C1', property: 'state', to: value, for: 0.5 }) as const;
    house.add({ triggers: [hold(true)], actions: [lamp('C1', false)] });
    house.add({ triggers: [hold(false)], actions: [lamp('C1', true)] });

    house.asks('C1', 'state', true);
    house.passes(600);

    ends(house, 100);
  });

  test('are found although the controller starts anew in the middle of them', () => {
    let house = rehearsalHouse();
    house.add({ triggers: [{ when: 'change', cid: 'C1', property: 'state', to: true }], actions: [lamp('C1', false)] });
    house.add({ triggers: [{ when: 'change', cid: 'C1', property: 'state', to: false }], actions: [lamp('C1', true)] });

    house.asks('C1', 'state', true);
    const before = house.journal.length;
    let lines: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      house.passes(0.05);
      lines = [...lines, ...house.journal];
      house = rehearsalHouse(undefined, { state: house.state() });
    }

    const started = lines.slice(before).filter((line) => line.includes('"event":"started"')).length;
    assert.equal(started, LIMITS.automationChain.value);
  });

  test('that take their time are a rhythm', () => {
    const house = rehearsalHouse();
    house.add({
      triggers: [{ when: 'change', cid: 'C1', property: 'state', to: true, for: 2 }],
      actions: [lamp('C1', false), { do: 'wait', seconds: 2 }, lamp('C1', true)],
    });

    house.asks('C1', 'state', true);
    house.passes(600);

    assert.ok(!events(house).some((event) => event.startsWith('loop')));
    assert.ok(events(house).length > 200);
  });
});
