import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { type Duration, days, hours, type Instant, milliseconds, minutes } from '../twin/index.ts';
import { SetMachine } from './set-machine.ts';
import { lamp, WiredHouses, wired } from './wired-house.ts';

const NOON = Date.parse('2026-05-04T12:00:00Z') as Instant;
const MADE_UP_FOR = minutes(15);
const houses = new WiredHouses();
afterEach(() => houses.end());

const daily = (id: number, at: string) => ({
  ...{ id, name: `At ${at}`, enabled: true, mode: 'single' as const, conditions: [] },
  triggers: [{ when: 'time' as const, at }],
  actions: [{ do: 'set' as const, cid: `C${id}`, property: 'state', value: true }],
});
/** When they are due, in the time of the house. */
const TIMES: { readonly [automation: number]: Duration } = { 1: hours(7), 2: hours(12.5), 3: hours(20) };
const house = wired({
  components: [lamp('C1'), lamp('C2'), lamp('C3')],
  automations: [daily(1, '07:00'), daily(2, '12:30'), daily(3, '20:00')],
});

const spans = fc.oneof(
  fc.integer({ min: 0, max: minutes(20) }),
  fc.integer({ min: 0, max: hours(30) }),
  fc.integer({ min: 0, max: days(800) }),
);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ live: fc.integer({ min: 1, max: hours(14) }) }) },
    { weight: 2, arbitrary: fc.record({ set: fc.tuple(spans, fc.boolean()).map(([by, back]) => (back ? -by : by)) }) },
    { weight: 1, arbitrary: fc.record({ stop: spans }) },
    { weight: 1, arbitrary: fc.record({ kill: spans }) },
  ),
  { minLength: 1, maxLength: 7 },
);

interface Line {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly automation?: number;
  readonly event?: string;
  readonly since?: string;
}

const linesOf = (data: string): readonly Line[] =>
  readdirSync(join(data, 'journal'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(data, 'journal', file), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Line);

/** Every time of day comes once a day, at its time or a quarter of an hour later at the most; what is missed is told. */
const checkRuns = (lines: readonly Line[]): void => {
  for (const [automation, time] of Object.entries(TIMES)) {
    const own = lines.filter((line) => line.kind === 'automation' && String(line.automation) === automation);
    const begun = own.filter(({ event }) => event === 'started').map(({ at }) => Date.parse(at));
    const ofDay = begun.map((at) => Math.floor((at - time) / days(1)));
    assert.equal(new Set(ofDay).size, ofDay.length, 'once a day');
    for (const at of begun) {
      const late = (((at - time) % days(1)) + days(1)) % days(1);
      assert.ok(late <= MADE_UP_FOR, `${new Date(at).toISOString()} is no time for automation ${automation}`);
    }
    const first = Math.ceil((NOON - time) / days(1)) * days(1) + time;
    const end = Date.parse(lines.at(-1)?.at ?? '');
    const told = own.some(({ event }) => event === 'started' || event === 'missed');
    assert.equal(told, first <= end, `automation ${automation} was due at ${new Date(first).toISOString()}`);
  }
};

test('the clock of the machine is set, the process held, stopped and killed, and the house keeps its laws', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const machine = new SetMachine(NOON);
      let data = houses.folder();
      let present = await houses.start(data, house, machine.clock());
      let told: number = NOON;
      const look = async (): Promise<void> => {
        const now = present.controller.life.clock.now();
        assert.ok(now >= told, 'time went back');
        told = now;
        await new Promise((resolve) => setImmediate(resolve));
      };
      const again = async (folder: string, off: number): Promise<void> => {
        machine.pass(milliseconds(off));
        data = folder;
        present = await houses.start(folder, house, machine.clock());
        const strange = present.said.filter((line) => /another version|could not/.test(line));
        assert.deepEqual(strange, []);
      };
      for (const step of taken) {
        if ('live' in step) {
          for (let left = step.live; left > 0; left -= minutes(4)) {
            const before = told;
            const span = Math.min(left, minutes(4));
            machine.pass(milliseconds(span));
            await look();
            assert.ok(told - before >= Math.floor(span / 2), 'time stood still');
          }
        } else if ('set' in step) {
          machine.set(milliseconds(step.set));
        } else if ('stop' in step) {
          await present.close();
          await again(data, step.stop);
        } else {
          present.controller.life.journal.commit();
          // Of a house in which nothing happened nobody knows after that how far its time had come.
          told = Date.parse(linesOf(data).at(-1)?.at ?? '');
          await again(houses.afterPowerCut(data), step.kill);
        }
        await look();
      }
      // A line that says how far time came.
      present.wire().say('C1', 0);
      await present.close();
      const lines = linesOf(data);
      assert.deepEqual(
        lines.map(({ seq }) => seq),
        lines.map((_, index) => index + 1),
      );
      assert.ok(
        lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? '')),
        'the journal is in order',
      );
      checkRuns(lines);
      await houses.end();
    }),
    { numRuns: 25 },
  );
});
