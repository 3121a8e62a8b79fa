import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rehearsalHouse } from './rehearsal-house.test.ts';

const on = { do: 'set', cid: 'C1', property: 'state', value: true } as const;
const off = { do: 'set', cid: 'C1', property: 'state', value: false } as const;
const motion = { when: 'change', cid: 'C3', property: 'motion', to: true } as const;

describe('automations', () => {
  test('motion switches the light on, and two quiet minutes switch it off', () => {
    const house = rehearsalHouse();
    house.add({
      mode: 'restart',
      triggers: [motion],
      actions: [
        on,
        { do: 'waitFor', condition: { if: 'value', cid: 'C3', property: 'motion', is: false }, limit: 3_600 },
        { do: 'wait', seconds: 120 },
        off,
      ],
    });

    house.says('C3', 'motion', 1);
    house.passes(1);
    assert.equal(house.value('C1', 'state'), true);
    house.says('C3', 'motion', 0);
    house.passes(100);
    house.says('C3', 'motion', 1);
    house.says('C3', 'motion', 0);
    house.passes(100);
    assert.equal(house.value('C1', 'state'), true, 'new motion starts the wait again');
    house.passes(21);

    assert.equal(house.value('C1', 'state'), false);
  });

  test('a gust above the mark draws the awning in once, and again only after the wind has calmed down', () => {
    const house = rehearsalHouse();
    const id = house.add({
      triggers: [{ when: 'threshold', cid: 'C4', property: 'speed', above: 12, hysteresis: 3 }],
      actions: [{ do: 'set', cid: 'C5', property: 'position', value: 0 }],
    });

    for (const speed of [11, 13, 14, 10, 13, 8, 13]) house.says('C4', 'speed', speed);

    assert.equal(house.twin.runsOf(id).length, 2);
  });

  test('a threshold with `for` counts only if it stays beyond the mark that long', () => {
    const house = rehearsalHouse();
    const id = house.add({
      triggers: [{ when: 'threshold', cid: 'C4', property: 'speed', above: 12, for: 60 }],
      actions: [on],
    });

    house.says('C4', 'speed', 13);
    house.passes(50);
    house.says('C4', 'speed', 11);
    house.passes(50);
    assert.equal(house.twin.runsOf(id).length, 0);
    house.says('C4', 'speed', 13);
    house.passes(61);

    assert.equal(house.twin.runsOf(id).length, 1);
  });

  test('two rules that set each other off are stopped and reported', () => {
    const house = rehearsalHouse();
    const lamp = (cid: 'C1' | 'C2', value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;
    house.add({
      triggers: [{ when: 'change', cid: 'C1', property: 'state' }],
      actions: [
        {
          do: 'choose',
          options: [
            { conditions: [{ if: 'value', cid: 'C2', property: 'state', is: true }], actions: [lamp('C2', false)] },
          ],
          otherwise: [lamp('C2', true)],
        },
      ],
    });
    house.add({
      triggers: [{ when: 'change', cid: 'C2', property: 'state' }],
      actions: [
        {
          do: 'choose',
          options: [
            { conditions: [{ if: 'value', cid: 'C1', property: 'state', is: true }], actions: [lamp('C1', false)] },
          ],
          otherwise: [lamp('C1', true)],
        },
      ],
    });

    house.asks('C1', 'state', true);
    house.passes(600);

    const loops = house.journal.filter((line) => line.includes('"event":"loop"'));
    assert.equal(loops.length, 1);
    assert.ok(house.journal.length < 300, `${house.journal.length} lines`);
  });

  test('single, queued, parallel and restart differ in what a second trigger does', () => {
    const results = (['single', 'queued', 'parallel', 'restart'] as const).map((mode) => {
      const house = rehearsalHouse();
      const id = house.add({
        mode,
        triggers: [{ when: 'change', cid: 'C4', property: 'speed' }],
        actions: [{ do: 'wait', seconds: 10 }, on],
      });
      house.says('C4', 'speed', 1);
      house.passes(5);
      house.says('C4', 'speed', 2);
      house.passes(60);
      return house.twin
        .runsOf(id)
        .map((run) => run.result)
        .join(' ');
    });

    assert.deepEqual(results, ['done busy', 'done done', 'done done', 'restarted done']);
  });

  test('a trace tells what set the run off, what each condition saw, what was sent and what the device then reported', () => {
    const house = rehearsalHouse();
    const id = house.add({
      triggers: [motion],
      conditions: [
        { if: 'value', cid: 'C4', property: 'speed', below: 5 },
        { if: 'time', after: '08:00' },
      ],
      actions: [on],
    });

    house.says('C3', 'motion', 1);
    house.passes(1);

    const [run] = house.twin.runsOf(id);
    assert.deepEqual(run?.trigger, { at: 'triggers[0]', cid: 'C3', property: 'motion', value: true });
    assert.deepEqual(run?.conditions, [
      { at: 'conditions[0]', holds: true, saw: 0 },
      { at: 'conditions[1]', holds: true, saw: '12:00' },
    ]);
    assert.equal(run?.actions[0]?.outcome, 'sent');
    assert.equal(run?.actions[0]?.reported?.value, true);
    assert.equal(run?.result, 'done');
  });

  test('a dry run tells what would be sent, and sends nothing', () => {
    const house = rehearsalHouse();
    const id = house.add({
      conditions: [],
      actions: [on, { do: 'wait', seconds: 5 }, { do: 'repeat', times: 3, actions: [off] }],
    });
    const before = house.journal.length;

    const dry = house.twin.rehearse(id);

    assert.deepEqual(
      dry?.actions.map((action) => action.outcome),
      ['would be sent', 'would wait 5 s', 'would repeat 3 times', 'would be sent'],
    );
    assert.equal(house.journal.length, before);
  });

  test('a rule may run a scene and goes on when the scene has run; another rule hears of it', () => {
    const house = rehearsalHouse();
    house.add({ triggers: [motion], actions: [{ do: 'scene', scene: 1 }, off] });
    const heard = house.add({ triggers: [{ when: 'scene', scene: 1 }], actions: [] });

    house.says('C3', 'motion', 1);
    house.passes(5);
    assert.equal(house.value('C1', 'state'), true);
    assert.equal(house.value('C2', 'state'), false);
    house.passes(6);

    assert.equal(house.value('C2', 'state'), true);
    assert.equal(house.value('C1', 'state'), false);
    assert.equal(house.twin.runsOf(heard).length, 1);
  });

  test('an endless repeat ends at its limit and harms nobody else', () => {
    const house = rehearsalHouse();
    const id = house.add({
      triggers: [motion],
      actions: [{ do: 'repeat', while: { if: 'value', cid: 'C3', property: 'motion', is: true }, actions: [on, off] }],
    });
    house.add({ triggers: [motion], actions: [{ do: 'set', cid: 'C2', property: 'state', value: true }] });

    house.says('C3', 'motion', 1);
    house.passes(1);

    assert.equal(house.twin.runsOf(id)[0]?.result, 'limit');
    assert.equal(house.value('C2', 'state'), true);
  });

  test('what an automation did names it as the cause', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [motion], actions: [on] });

    house.says('C3', 'motion', 1);
    house.passes(1);

    assert.deepEqual(house.twin.components.get('C1')?.entry('state')?.cause, {
      by: 'automation',
      automation: id,
      run: 1,
    });
  });

  test('switching the skill off ends what runs, and nothing begins until it is on again', () => {
    const house = rehearsalHouse();
    const id = house.add({ triggers: [motion], actions: [{ do: 'wait', seconds: 10 }, on] });
    house.says('C3', 'motion', 1);

    house.twin.configure(
      { collection: 'skills', action: 'set', id: 'automations', record: { enabled: false } },
      { by: 'device' },
    );
    house.passes(20);
    house.says('C3', 'motion', 0);
    house.says('C3', 'motion', 1);
    house.passes(20);

    assert.equal(house.value('C1', 'state'), false);
    assert.deepEqual(
      house.twin.runsOf(id).map((run) => run.result),
      ['stopped'],
    );
  });
});
