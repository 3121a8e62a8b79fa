import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { END, instants, live, RULE, START, valueTriggers } from './arbitrary-days.test.ts';
import { firingsOf } from './firings.test.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

test('every trigger comes true exactly when it has to: never twice for one cause, and none is missed', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(valueTriggers, { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ at: instants, value: fc.integer({ min: 0, max: 12 }) }), { maxLength: 60 }),
      fc.array(instants, { maxLength: 3 }),
      (triggers, said, restarts) => {
        const values = said.toSorted((one, other) => one.at - other.at);
        const rules = [{ ...RULE, mode: 'parallel' as const, triggers }];
        const inputs = values.map(({ at, value }) => ({
          at,
          put: (house: RehearsalHouse) => house.says('C4', 'speed', value),
        }));
        const again = restarts.map((at) => ({
          at,
          put: (house: RehearsalHouse) => rehearsalHouse(undefined, { state: house.state() }),
        }));
        const { journal } = live(rules, [...inputs, ...again]);

        const fired = journal
          .map((line) => JSON.parse(line))
          .filter(({ kind, event }) => kind === 'automation' && event === 'started')
          .map(({ at, trigger }) => `${Date.parse(at) - START} ${trigger}`);
        const expected = triggers.flatMap((trigger, index) =>
          firingsOf(trigger, [{ at: 0, value: 0 }, ...values], END - START).map((at) => `${at} triggers[${index}]`),
        );
        assert.deepEqual(fired.toSorted(), expected.toSorted());
        seen += fired.length;
      },
    ),
    { numRuns: 200 },
  );
  assert.ok(seen > 500, `${seen} seen`);
});
