import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { replay } from '../../replay.ts';
import { days, END, instants, live, records, tracesOf } from './arbitrary-days.test.ts';
import { type RehearsalHouse, type RehearsalState, rehearsalHouse } from './rehearsal-house.test.ts';

test('many short advances of the clock equal one long one', () => {
  fc.assert(
    fc.property(records, days, fc.array(instants, { maxLength: 40 }), (rules, inputs, stops) => {
      const straight = live(rules, inputs);
      const again = live(rules, [...inputs, ...stops.map((at) => ({ at, put: () => undefined }))]);

      assert.ok(straight.journal.length > 10);
      assert.deepEqual(again, straight);
    }),
    { numRuns: 60 },
  );
});

test('a restart at any instant equals no restart, traces included', () => {
  fc.assert(
    fc.property(records, days, fc.array(instants, { minLength: 1, maxLength: 5 }), (rules, inputs, restarts) => {
      const straight = live(rules, inputs);
      const restart = (house: RehearsalHouse): RehearsalHouse =>
        rehearsalHouse(undefined, { state: JSON.parse(JSON.stringify(house.state())) as RehearsalState });

      assert.deepEqual(live(rules, [...inputs, ...restarts.map((at) => ({ at, put: restart }))]), straight);
    }),
    { numRuns: 80 },
  );
});

test('the inputs in the journal, put in again from any checkpoint, give the rest of it byte for byte', () => {
  fc.assert(
    fc.property(records, days, instants, (rules, inputs, checkpoint) => {
      let kept: RehearsalState | undefined;
      const keep = (house: RehearsalHouse) => {
        kept = JSON.parse(JSON.stringify(house.state()));
      };
      const { journal, traces } = live(rules, [...inputs, { at: checkpoint, put: keep }]);
      assert.ok(kept);
      const from = kept.twin.sequence;

      const fork = rehearsalHouse(undefined, { state: kept });
      const { twin, clock } = fork;
      const press = ({ cid, property, content }: Parameters<Parameters<typeof replay>[0]['press']>[0]) =>
        fork.says(cid, property, content);
      replay({ twin, clock, lines: journal, press });
      clock.advanceTo(END);

      assert.deepEqual(fork.journal, journal.slice(from));
      assert.deepEqual(tracesOf(fork), traces);
    }),
    { numRuns: 80 },
  );
});
