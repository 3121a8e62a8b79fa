import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { END, instants, live, RULE, START, type ValueTrigger, valueTriggers } from './arbitrary-days.test.ts';
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
          firingsOf(trigger, [{ at: 0, value: 0 }, ...values]).map((at) => `${at} triggers[${index}]`),
        );
        assert.deepEqual(fired.toSorted(), expected.toSorted());
        seen += fired.length;
      },
    ),
    { numRuns: 200 },
  );
  assert.ok(seen > 500, `${seen} seen`);
});

type Said = { readonly at: number; readonly value: number };

/** When a trigger has to come true, worked out from the whole story at once: `said[0]` is what was there before. */
function firingsOf(trigger: ValueTrigger, said: readonly Said[]): readonly number[] {
  const hold = Math.round((trigger.for ?? 0) * 1_000);
  const lasts = (from: number, isOver: (value: number, before: number) => boolean): boolean => {
    const over = said.findIndex(({ value }, index) => index > from && isOver(value, said[index - 1]?.value ?? 0));
    return over < 0 || hold === 0 || (said[over]?.at ?? 0) >= (said[from]?.at ?? 0) + hold;
  };
  const begins = (index: number): boolean => {
    const { value } = said[index] as Said;
    const before = said[index - 1]?.value ?? 0;
    if (trigger.when === 'change') {
      const fits = (trigger.to ?? value) === value && (trigger.from ?? before) === before;
      return value !== before && fits && lasts(index, (next, last) => next !== last);
    }
    const { above, below, hysteresis = 0 } = trigger;
    const beyond = (each: number) => (above === undefined ? each < Number(below) : each > above);
    const back = (each: number) =>
      above === undefined ? each >= Number(below) + hysteresis : each <= above - hysteresis;
    // The last value that says anything decides whether this is a new crossing; what lies in between says nothing.
    const last = said.slice(0, index).findLast((each, at) => beyond(each.value) || back(each.value) || at === 0);
    return beyond(value) && !beyond(last?.value ?? 0) && lasts(index, back);
  };
  return said.flatMap((each, index) =>
    index > 0 && begins(index) && each.at + hold <= END - START ? [each.at + hold] : [],
  );
}
