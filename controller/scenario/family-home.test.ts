import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createSimulator } from '../../hardware/simulator/index.ts';
import { express, type Instant, KINDS, kindOf, VirtualClock } from '../../twin/index.ts';
import { loadScenario, type Scenario } from './index.ts';

const DAY = 86_400_000;

describe('the family home', () => {
  let scenario: Scenario;

  before(async () => {
    scenario = await loadScenario('family-home', { written: new URL('../../scenarios/', import.meta.url).pathname });
  });

  test('is a house of many rooms and zones with scenes that let time pass', () => {
    const { components, rooms, zones, scenes } = scenario.house;

    assert.equal(components.length, 95);
    assert.equal(rooms.length, 15);
    assert.ok(zones.length >= 3);
    assert.equal(scenes.length, 8);
    assert.ok(scenes.filter(({ steps }) => steps.some((step) => 'wait' in step)).length >= 4);
    assert.ok(scenes.every(({ steps }) => steps.length > 2));
  });

  test('has every kind of device at least once, and everything in it has a name of its own', () => {
    const { components, rooms } = scenario.house;

    assert.deepEqual(new Set(components.map(({ type }) => type)), new Set(KINDS.map(({ type }) => type)));
    for (const named of [components, rooms]) assert.equal(new Set(named.map(({ name }) => name)).size, named.length);
    for (const { type, category } of components) assert.equal(category, kindOf(type)?.category);
  });

  test('begins with a lamp that can be switched', () => {
    const [first] = scenario.house.components;

    assert.equal(first?.cid, 'C1');
    assert.equal(first?.type, 'switch');
  });

  test('every step of its scenes is a command that its device can take', () => {
    let checked = 0;
    for (const step of scenario.house.scenes.flatMap(({ steps }) => steps)) {
      if ('wait' in step) continue;
      const type = scenario.house.components.find(({ cid }) => cid === step.cid)?.type ?? '';
      const row = kindOf(type)?.properties[step.property];
      assert.ok(row?.commandable && express(row, step.value) !== null, JSON.stringify(step));
      checked += 1;
    }
    assert.ok(checked > 40, `${checked} steps checked`);
  });

  test('has the five accounts, and the guest is kept out of some rooms and a scene', () => {
    const names = scenario.accounts.map(({ username }) => username);
    const guest = scenario.accounts.find(({ username }) => username === 'guest');

    assert.deepEqual(names, ['admin', 'resident', 'guest', 'traveller', 'former']);
    assert.deepEqual(guest?.rooms, { 7: 'View only', 8: 'Off', 10: 'Off' });
    assert.deepEqual(guest?.scenes, { 8: 'Off' });
    assert.deepEqual(
      scenario.accounts.filter(({ remoteAccess }) => remoteAccess).map(({ username }) => username),
      ['traveller'],
    );
  });

  for (const [season, iso] of [
    ['winter', '2026-01-12T00:00:00Z'],
    ['spring', '2026-04-13T00:00:00Z'],
    ['summer', '2026-07-13T00:00:00Z'],
  ] as const) {
    test(`lives in ${season}: all rooms are as warm as they should be, and a day has a few thousand reports`, () => {
      const start = Date.parse(iso) as Instant;
      const clock = new VirtualClock(start);
      const { house, seed, devices } = scenario;
      const simulator = createSimulator({ clock, seed, house, settings: devices });
      const silent = new Set(house.components.map(({ cid }) => cid as string));
      const temperatures: number[] = [];
      let count = 0;
      const types = new Map(house.components.map(({ cid, type }) => [cid as string, type]));
      simulator.reports.subscribe(({ cid, property, content }) => {
        count += 1;
        if (count > house.components.length * 6) silent.delete(cid);
        if (property === 'temperature' && types.get(cid) === 'thermostat') temperatures.push(Number(content) / 10);
      });

      clock.advanceTo((start + 5 * DAY) as Instant);

      assert.ok(count / 5 > 2_000 && count / 5 < 5_000, `${count / 5} reports a day`);
      assert.ok(silent.size < house.components.length / 2, `${[...silent].join(' ')} said nothing more`);
      const [coldest, warmest] = [Math.min(...temperatures), Math.max(...temperatures)];
      assert.ok(coldest > 14 && warmest < (season === 'summer' ? 33 : 27), `${coldest} to ${warmest} °C`);
    });
  }
});
