import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FamilyHome, familyHome } from '../property-tests/family-home.ts';

describe('on a winter morning in the family home', () => {
  test('the blinds wait for the sun, and open on weekdays as well as on Saturday', async () => {
    const home = await familyHome('2026-01-12T04:00:00Z');
    home.command('C10', 'position', 100);
    home.command('C29', 'position', 100);

    home.until('2026-01-12T06:30:00Z');
    assert.equal(home.value('C10', 'position'), 100, 'at half past seven it is still dark');
    home.until('2026-01-12T07:10:00Z');
    assert.equal(home.value('C10', 'position'), 0);
    assert.equal(home.value('C29', 'position'), 0);

    home.until('2026-01-17T07:25:00Z');
    assert.equal(home.runs('Morning blinds', 'done', '2026-01-17T00:00:00Z').length, 0, 'on Saturday people sleep in');
    home.until('2026-01-17T07:40:00Z');
    assert.equal(home.runs('Morning blinds', 'done', '2026-01-17T00:00:00Z').length, 1);
  });
});

describe('when the family goes to bed', () => {
  test('the house needs less heat until half past five', async () => {
    const home = await familyHome('2026-01-12T19:00:00Z');
    for (const cid of ['C13', 'C22', 'C32'] as const) home.command(cid, 'mode', 'comfort');

    home.until('2026-01-12T21:29:00Z');
    assert.equal(home.value('C13', 'mode'), 'comfort');
    home.until('2026-01-12T21:31:00Z');
    for (const cid of ['C13', 'C22', 'C32'] as const) assert.equal(home.value(cid, 'mode'), 'economy');
    assert.equal(home.value('C44', 'level'), 'low');

    home.until('2026-01-13T04:31:00Z');
    for (const cid of ['C13', 'C22', 'C32'] as const) assert.equal(home.value(cid, 'mode'), 'comfort');
  });

  test('it keeps to the clock of the house when summer time begins', async () => {
    const home = await familyHome('2026-03-28T12:00:00Z');

    home.until('2026-03-30T12:00:00Z');

    const mornings = home.runs('Warm in the morning', 'done').map(({ started }) => new Date(started).toISOString());
    assert.deepEqual(mornings, ['2026-03-29T03:30:00.000Z', '2026-03-30T03:30:00.000Z']);
  });
});

describe('at night on the landing', () => {
  const LATE = '2026-01-13T01:30:00Z';
  const quiet = async (): Promise<FamilyHome> => {
    const home = await familyHome(LATE);
    home.press('C62', 'motion', 0);
    home.press('C61', 'state', 0);
    home.passes(1);
    return home;
  };

  test('a dim light shows the way, stays as long as somebody is there, and goes out a minute later', async () => {
    const home = await quiet();

    home.press('C62', 'motion', 1);
    home.passes(5);
    assert.equal(home.value('C61', 'brightness'), 30);
    home.passes(60);
    home.press('C62', 'motion', 0);
    home.passes(50);
    assert.equal(home.value('C61', 'state'), true);
    home.press('C62', 'motion', 1);
    home.passes(30);
    assert.equal(home.value('C61', 'state'), true, 'somebody came back');
    home.press('C62', 'motion', 0);
    home.passes(65);

    assert.equal(home.value('C61', 'state'), false);
    const [run] = home.runs('Light on the landing', 'done');
    const off = run?.actions.at(-1);
    assert.deepEqual([off?.do, off?.outcome, off?.reported?.value], ['set', 'sent', false]);
  });

  test('a light that somebody has switched on is left alone', async () => {
    const home = await quiet();
    home.command('C61', 'brightness', 80);
    home.passes(5);

    home.press('C62', 'motion', 1);
    home.passes(300);

    assert.equal(home.runs('Light on the landing', 'skipped').length >= 1, true);
    assert.equal(home.runs('Light on the landing', 'done').length, 0);
  });
});

describe('when the wind rises', () => {
  test('the awning comes in, and comes in again only after a calm', async () => {
    const home = await familyHome('2026-07-13T10:00:00Z');
    home.press('C95', 'windSpeed', 30);
    home.command('C89', 'position', 100);
    home.passes(60);
    const out = home.value('C89', 'position');
    assert.equal(out, 100);

    home.press('C95', 'windSpeed', 125);
    home.passes(60);
    assert.equal(home.value('C89', 'position'), 0);

    const alarms = () => home.runs('Wind alarm for the awning', 'done').length;
    const before = alarms();
    home.press('C95', 'windSpeed', 90);
    home.press('C95', 'windSpeed', 125);
    assert.equal(alarms(), before, 'a lull is no calm');
    home.press('C95', 'windSpeed', 40);
    home.press('C95', 'windSpeed', 125);
    home.passes(1);
    assert.equal(alarms(), before + 1);
  });
});

describe('when the last one leaves', () => {
  const SENSORS = ['C4', 'C31', 'C37', 'C62', 'C88'] as const;
  const hush = (home: FamilyHome): void => {
    for (const cid of SENSORS) if (home.value(cid, 'motion') === true) home.press(cid, 'motion', 0);
    if (home.value('C16', 'presence') === true) home.press('C16', 'presence', 0);
  };
  /** The door falls shut, and whatever the simulated family does, nobody is seen for so many minutes. */
  const leave = (home: FamilyHome, minutes: number): void => {
    hush(home);
    home.press('C3', 'open', 1);
    home.passes(4);
    home.press('C3', 'open', 0);
    for (let passed = 0; passed < minutes * 60; passed += 1) {
      home.passes(1);
      hush(home);
    }
  };

  test('the lights go out and the door is locked a quarter of an hour later, and a visitor in the house prevents it', async () => {
    const home = await familyHome('2026-01-14T00:50:00Z');
    home.until('2026-01-14T04:40:00Z');
    home.command('C7', 'brightness', 70);
    home.command('C24', 'state', true);
    home.press('C2', 'locked', 0);
    home.passes(2);

    leave(home, 5);
    home.press('C31', 'motion', 1);
    home.passes(1);
    assert.equal(home.value('C7', 'state'), true, 'somebody is in the kitchen');
    const stayed = home.runs('All off when the last one leaves', 'done');
    assert.equal(stayed.at(-1)?.actions.at(-1)?.do, 'choose');

    leave(home, 17);
    assert.equal(home.value('C7', 'state'), false);
    assert.equal(home.value('C24', 'state'), false);
    assert.equal(home.value('C2', 'locked'), true);
    assert.equal(home.value('C13', 'mode'), 'economy');
  });
});
