import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { CASES, NOON, scenarioOf } from '../property-tests/away-cases.ts';
import { SetMachine } from '../property-tests/set-machine.ts';
import { type WiredHouse, WiredHouses } from '../property-tests/wired-house.ts';
import { ADJUSTED, DOUBTED_FOR, type Duration, milliseconds } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

interface Scene {
  readonly machine: SetMachine;
  readonly house: WiredHouse;
  readonly data: string;
  readonly away: Duration;
  again(data: string): Promise<WiredHouse>;
}

/** A look at the clock, and what comes of it. */
const look = async ({ controller }: WiredHouse): Promise<void> => {
  controller.life.clock.now();
  await new Promise((resolve) => setImmediate(resolve));
};

/** How nobody can have been there. Each answers the house that goes on. */
const WAYS: { readonly [name: string]: (scene: Scene) => Promise<WiredHouse> } = {
  'while it was stopped': async ({ machine, house, data, away, again }) => {
    await house.close();
    machine.pass(away);
    return again(data);
  },
  'while there was no power': async ({ machine, house, data, away, again }) => {
    house.controller.life.journal.commit();
    const copy = houses.afterPowerCut(data);
    machine.pass(away);
    return again(copy);
  },
  'while the process was held': async ({ machine, house, away }) => {
    machine.pass(away);
    return house;
  },
  'while the machine slept': async ({ machine, house, away }) => {
    // A sleep of more than a day is believed a little later.
    const doubted = away > ADJUSTED ? DOUBTED_FOR : 0;
    machine.set(milliseconds(away - doubted));
    await look(house);
    machine.pass(milliseconds(doubted));
    return house;
  },
};

for (const [way, leave] of Object.entries(WAYS)) {
  describe(`what was due ${way}`, () => {
    for (const each of CASES) {
      test(`${each.what}: ${[...each.sent.map(String), ...each.runs].join(', ') || 'nothing'}`, async () => {
        const machine = new SetMachine(NOON);
        const data = houses.folder();
        const scenario = scenarioOf(each);
        const again = (folder: string) => houses.start(folder, scenario, machine.clock());
        const before = await again(data);
        each.before?.(before);
        await look(before);
        const told = before.wire().written.length;

        const house = await leave({ machine, house: before, data, away: each.away, again });
        await look(house);

        const sent = house.wire().written.slice(house === before ? told : 0);
        assert.deepEqual(
          sent.map(({ point, content }) => [point.cid, content]),
          each.sent,
        );
        const runs = house.controller.life.twin.runsOf(1);
        assert.deepEqual(
          runs.map(({ result }) => result),
          each.runs,
        );
        for (const { result, started, trigger } of runs) {
          if (result === 'missed') assert.ok(started === NOON + each.away && Number(trigger.due) < started);
        }
        const isTold = house.said.some((line) => line.startsWith('nothing was done from 2026-05-04T12:00:00.000Z to'));
        assert.ok(isTold || each.runs.length === 0, house.said.join());
        await goesOnTheSame(house, house === before ? data : undefined, again);
      });
    }
  });
}

/** A start that puts the journal in again comes to the same house, line by line. */
const goesOnTheSame = async (
  { controller: { life } }: WiredHouse,
  data: string | undefined,
  again: (data: string) => Promise<WiredHouse>,
): Promise<void> => {
  if (data === undefined) return;
  life.journal.commit();
  const { controller, said } = await again(houses.afterPowerCut(data));
  assert.deepEqual(
    said.filter((line) => line.includes('another version')),
    [],
  );
  const traces = (twin: typeof life.twin) => JSON.stringify(twin.runsOf(1));
  assert.equal(traces(controller.life.twin), traces(life.twin));
};
