import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AutomationRecord } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

const OWNER = { by: 'user', user: 'admin', call: 'runAutomation' } as const;
const BOTH_LAMPS = { do: 'scene', scene: 1 } as const;
const lamp = (cid: string, value: boolean) => ({ do: 'set', cid, property: 'state', value }) as const;

/** A run of these actions, and what its trace tells of the devices. */
const reportsOf = (actions: AutomationRecord['actions'], house: RehearsalHouse = rehearsalHouse()) => {
  const id = house.add({ actions });
  house.twin.runAutomation(id, OWNER);
  house.passes(30);
  return house.twin.runsOf(id)[0]?.actions.map(({ reported, reports, outcome }) => ({
    outcome,
    ...(reported && { reported: reported.value }),
    ...(reports && { reports: reports.map(({ cid, property, value }) => `${cid}.${property}=${value}`) }),
  }));
};

describe('a trace tells what the devices then reported', () => {
  test('of a scene: each of its devices', () => {
    assert.deepEqual(reportsOf([BOTH_LAMPS]), [{ outcome: 'ran', reports: ['C1.state=true', 'C2.state=true'] }]);
  });

  test('of a command that a scene, or another command of the same run, overtook', () => {
    assert.deepEqual(reportsOf([lamp('C1', false), BOTH_LAMPS]), [
      { outcome: 'sent', reported: true },
      { outcome: 'ran', reports: ['C1.state=true', 'C2.state=true'] },
    ]);
    assert.deepEqual(reportsOf([lamp('C1', true), lamp('C2', true), lamp('C1', false)]), [
      { outcome: 'sent', reported: false },
      { outcome: 'sent', reported: true },
      { outcome: 'sent', reported: false },
    ]);
  });

  test('but not of a command that was answered before the next one, or never', () => {
    const later = { do: 'wait', seconds: 6 } as const;
    assert.deepEqual(reportsOf([lamp('C1', false), later, BOTH_LAMPS])?.[0], { outcome: 'sent', reported: false });
    assert.deepEqual(reportsOf([lamp('C1', true), { do: 'wait', seconds: 1 }, lamp('C1', false)])?.[0], {
      outcome: 'sent',
      reported: true,
    });
    const deaf = rehearsalHouse(undefined, { deafFor: 3 });
    assert.deepEqual(reportsOf([lamp('C1', true), later, lamp('C1', false)], deaf), [
      { outcome: 'sent' },
      { outcome: 'waited' },
      { outcome: 'sent', reported: false },
    ]);
  });

  test('also of a device that answers at once', () => {
    const prompt = rehearsalHouse(undefined, { prompt: true });
    assert.deepEqual(reportsOf([lamp('C1', true), BOTH_LAMPS], prompt), [
      { outcome: 'sent', reported: true },
      { outcome: 'ran', reports: ['C1.state=true', 'C2.state=true'] },
    ]);
  });

  test('after a restart as before', () => {
    const house = rehearsalHouse();
    const id = house.add({ actions: [BOTH_LAMPS] });
    house.twin.runAutomation(id, OWNER);
    house.passes(5);
    const again = rehearsalHouse(undefined, { state: house.state() });
    again.passes(30);

    const reports = again.twin.runsOf(id)[0]?.actions[0]?.reports;
    assert.deepEqual(
      reports?.map(({ cid, value }) => `${cid}=${value}`),
      ['C1=true', 'C2=true'],
    );
  });

  test('at the wait that a run was in, though there was no room for all conditions', () => {
    const still = { if: 'value', cid: 'C3', property: 'motion', is: false } as const;
    const many = { do: 'choose', options: [{ conditions: Array(120).fill(still), actions: [] }] } as const;
    assert.deepEqual(
      reportsOf([many, { do: 'wait', seconds: 1 }])?.map(({ outcome }) => outcome),
      ['option 1', 'waited'],
    );
  });
});
