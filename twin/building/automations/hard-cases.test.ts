import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.ts';

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
