import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const lamps = { do: 'scene', scene: 1 } as const;
const lamp = { do: 'set', cid: 'C1', property: 'state', value: true } as const;

const change = (house: RehearsalHouse, id: number, record: Partial<Omit<AutomationRecord, 'id'>>): string => {
  const outcome = house.twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  return outcome.ok ? 'changed' : `${outcome.fault} ${outcome.field}`;
};

/** An automation that means a scene, and then the scene is removed. */
const withoutScene = (record: Partial<Omit<AutomationRecord, 'id'>>) => {
  const house = rehearsalHouse();
  const id = house.add(record);
  assert.ok(house.twin.configure({ collection: 'scenes', action: 'remove', id: 1 }, OWNER).ok);
  return { house, id };
};

describe('an automation whose scene was removed', () => {
  test('goes on without it: the action is refused, in a run and in a dry run alike', () => {
    const { house, id } = withoutScene({ actions: [lamps, lamp] });

    const dry = house.twin.rehearse(id);
    house.twin.runAutomation(id, OWNER);
    house.passes(1);

    assert.deepEqual(
      dry?.actions.map(({ outcome }) => outcome),
      ['would be refused', 'would be sent'],
    );
    const [run] = house.twin.runsOf(id);
    assert.deepEqual([run?.result, run?.actions.map(({ outcome }) => outcome)], ['done', ['refused', 'sent']]);
    assert.equal(house.value('C1', 'state'), true);
  });

  test('can be renamed and switched, and what is changed of it must not mean the scene', () => {
    const triggers = [{ when: 'scene', scene: 1 }] as const;
    const { house, id } = withoutScene({ triggers, actions: [lamps] });

    assert.equal(change(house, id, { name: 'Lamps', enabled: false }), 'changed');
    assert.equal(change(house, id, { enabled: true, mode: 'queued', limit: 2 }), 'changed');
    assert.equal(change(house, id, { actions: [lamps] }), 'changed', 'as they were');
    assert.equal(change(house, id, { actions: [lamp, lamps] }), 'unknown actions[1].scene');
    assert.equal(change(house, id, { triggers: [{ when: 'start' }, ...triggers] }), 'unknown triggers[1].scene');
    assert.equal(change(house, id, { actions: [lamp] }), 'changed');
    assert.equal(change(house, id, { actions: [lamps] }), 'unknown actions[0].scene');
    assert.equal(change(house, id, { triggers: [] }), 'changed');
  });

  test('a dry run says so, too, when more scenes run than may', () => {
    const house = rehearsalHouse();
    const id = house.add({ actions: [lamps] });
    const outcomes = () => house.twin.rehearse(id)?.actions.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes(), ['would run scene 1', 'would be sent', 'would wait 10 s', 'would be sent']);
    const [, first] = house.twin.rehearse(id)?.actions ?? [];
    assert.deepEqual([first?.at, first?.cid, first?.property], ['actions[0].steps[0]', 'C1', 'state']);
    for (let run = 0; run < 100; run += 1) house.twin.runScene(1, OWNER);
    assert.deepEqual(outcomes(), ['would be refused']);
  });
});

describe('the limit of an automation', () => {
  test('is taken away by null', () => {
    const house = rehearsalHouse();
    const id = house.add({ mode: 'queued', limit: 1, actions: [{ do: 'wait', seconds: 60 }] });
    const results = () => {
      for (let run = 0; run < 3; run += 1) house.twin.runAutomation(id, OWNER);
      return house.twin.runsOf(id).map(({ result }) => result);
    };
    assert.deepEqual(results(), ['running', 'queued', 'busy']);

    assert.equal(change(house, id, { limit: null } as object), 'changed');
    assert.equal('limit' in (house.twin.automations.get(id) ?? {}), false);
    assert.deepEqual(results().slice(3), ['queued', 'queued', 'queued']);
    assert.equal(change(house, id, { limit: 0 }), 'invalid limit');
    assert.equal('limit' in (house.twin.automations.get(house.add({ limit: null } as object)) ?? {}), false);
  });
});
